"use strict";
// Sorts a table by a column; rows without a value for it stay last. Without this script the table has the ladder's order.
const valueOf = (row, column) => {
  if (column > 0 && row.querySelector("[colspan]")) return null;
  const cell = row.cells[column];
  if (!cell || cell.classList.contains("none")) return null;
  const shown = cell.dataset.value ?? cell.textContent;
  return shown === "" ? null : Number.isNaN(parseFloat(shown)) ? shown : parseFloat(shown);
};
const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
const sort = (table, header, column) => {
  const down = header.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows].map((row, place) => [valueOf(row, column), place, row]);
  rows.sort(([a, i], [b, j]) => (a === null) - (b === null) || (a === null ? 0 : (down ? -1 : 1) * compare(a, b)) || i - j);
  for (const [, , row] of rows) table.tBodies[0].append(row);
};
for (const table of document.querySelectorAll("table.sortable"))
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sort(table, header, column));
    header.replaceChildren(button);
  });
// Opens the folds that a link leads into, where the browser does not.
const open = () => {
  const target = document.getElementById(location.hash.slice(1));
  const inner = target?.querySelector(":scope > details");
  let closed = false;
  for (let fold = inner ?? target?.closest("details"); fold; fold = fold.parentElement.closest("details"))
    if (!fold.open) closed = fold.open = true;
  if (closed) target.scrollIntoView();
};
addEventListener("hashchange", open);
open();
