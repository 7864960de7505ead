"""The reason of a verdict in one line, with both places."""


def of(text, facts):
    if not facts.obstacles:
        return "proven from the source" + kept(facts)
    return of_obstacle(text, sorted(facts.obstacles, key=lambda one: one.judged)[0])


def of_obstacle(text, one):
    name = f"{one.name}: " if one.name else ""
    if len(one.lines) == 1:
        return f"{name}{one.words} (line {text.shown(one.lines[0])})"
    first, second = (text.shown(each) for each in one.lines)
    return (f"{name}{one.words}: lines {first} and {second}" if first != second
            else f"{name}{one.words}: line {first}")


def kept(facts):
    parts = []
    if facts.reductions:
        parts.append(", ".join(f"{name} by {sign}" for sign, name in facts.reductions))
    if facts.private:
        parts.append("private " + ", ".join(sorted(facts.private)))
    if facts.last:
        parts.append("last value of " + ", ".join(sorted(facts.last)))
    return ": " + "; ".join(parts) if parts else ""
