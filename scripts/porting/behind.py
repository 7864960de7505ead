"""Whether a variable's value is used behind a loop."""

from porting import tree


def used(body, loop, key, touches):
    """`body`: of the procedure; `touches(step)` as of callees."""
    chain = path_to(body, loop)
    if goes_back_over(body, loop):
        inside = {id(item) for item in tree.walk([loop])}
        return any(isinstance(item, tree.Step) and id(item) not in inside
                   and any(not each.write and same(each, key) for each in touches(item))
                   for item in tree.walk(body))
    scan = Scan(key, touches)
    for block, at, around in reversed(chain):
        answer = scan.block(block[at + 1:])
        scan.leaky = scan.leaky or bool(scan.pending)
        if answer == "read":
            return True
        if answer == "killed":
            return False
        if isinstance(around, tree.Loop):
            if around.variable and around.variable == key[1]:
                continue
            again = Scan(key, touches)
            if again.block(around.body[:at]) == "read":
                return True
            scan.leaky = scan.leaky or again.leaky
    return False


def goes_back_over(body, loop):
    """Whether a GO TO behind the loop may lead to before it."""
    items = list(tree.walk(body))
    at = next(number for number, item in enumerate(items) if item is loop)
    before = {item.name for item in items[:at] if isinstance(item, tree.Label)}
    return any(isinstance(item, tree.Jump) and item.kind == "goto" and item.name in before
               for item in items[at:])


def same(touch, key):
    return touch.key[:2] == key[:2]


def path_to(body, loop, around=None):
    """[(block, index, construct around it)] from the outermost one to the loop."""
    for at, item in enumerate(body):
        if item is loop:
            return [(body, at, around)]
        blocks = item.arms if isinstance(item, tree.Branch) else (
            [item.body] if isinstance(item, tree.Loop) else [])
        for block in blocks:
            found = path_to(block, loop, item)
            if found:
                return [(body, at, around), *found]
    return []


class Scan:
    """`leaky`: a jump may have led past what was scanned; `pending`: labels of jumps so far."""

    def __init__(self, key, touches):
        self.key, self.touches, self.leaky, self.pending, self.depth = key, touches, False, set(), 0

    def block(self, body):
        dead = False
        for item in body:
            if isinstance(item, tree.Label) and item.name in self.pending:
                self.pending.discard(item.name)
                dead = False
            if dead:
                continue
            answer = self.item(item)
            if answer == "read":
                return answer
            if answer == "killed":
                if not self.pending and not self.leaky:
                    return answer
                dead = True
        return "killed" if dead and not self.pending and not self.leaky else "through"

    def item(self, item):
        if isinstance(item, tree.Step):
            touches = [each for each in self.touches(item) if same(each, self.key)]
            if any(not each.write for each in touches):
                return "read"
            if any(each.must and each.access.subscripts is None
                   and "%" not in each.access.path for each in touches):
                return "killed"
        elif isinstance(item, tree.Branch):
            answers = [self.block(arm) for arm in item.arms]
            if "read" in answers:
                return "read"
            if item.complete and answers and all(each == "killed" for each in answers):
                return "killed"
        elif isinstance(item, tree.Loop):
            if item.variable and item.variable == self.key[1]:
                return "killed"
            self.depth += 1
            answer = self.block(item.body)
            self.depth -= 1
            return "read" if answer == "read" else "through"
        elif isinstance(item, tree.Jump):
            if item.kind == "goto":
                self.pending.add(item.name)
            elif item.kind in ("return", "stop"):
                return "killed"
            elif item.name or not self.depth:
                self.leaky = True
        return "through"
