"""Small faults in C code, one at a time: which there are, and the text with one of them.

The source is cut into tokens, nothing more: what follows is by their order. Left alone are
assertions (they only say what the code knows), the preprocessor, and what stands outside functions.
"""
import hashlib
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<skip>\s+|/\*.*?\*/|//[^\n]*|^\#(?:[^\n\\]|\\.|\\\n)*)
      |(?P<string>(?:u8|L)?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<number>\.?\d(?:[\w.]|[eEpP][+-])*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.M | re.S | re.X,
)
SWAPS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="],
    "+": ["-"], "-": ["+"], "true": ["false"], "false": ["true"],
}
KINDS = {
    "<": "relation", "<=": "relation", ">": "relation", ">=": "relation", "==": "relation",
    "!=": "relation", "&&": "logic", "||": "logic", "true": "constant", "false": "constant",
}
VALUE_ENDS = {")", "]"}
NOT_STATEMENTS = {"return", "case", "default", "goto", "if", "for", "while", "do", "switch", "else",
                  "const", "static", "struct", "enum", "union", "unsigned", "int", "bool", "char",
                  "size_t", "void", "long", "double", "float"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class Mutant:
    path: str
    function: str
    line: int
    at: int
    end: int
    kind: str
    old: str
    new: str
    code: str  # the line as it stands
    rank: str  # a number by seed, file and code: the order in which mutants are taken

    def apply(self, text):
        return text[: self.at] + self.new + text[self.end :]

    def key(self):
        """How the list of explained mutants names it: without the line's number."""
        old, new = " ".join(self.old.split()), " ".join(self.new.split())
        code = "" if old == self.code.rstrip(";") else f" in {self.code}"
        return f"{self.path}: {self.function}: {old} -> {new or 'nothing'}{code}"


def tokens_of(text):
    return [
        Token(found.lastgroup, found.group(), found.start())
        for found in TOKEN.finditer(text)
        if found.lastgroup != "skip"
    ]


def closing(tokens, start):
    """The index of the bracket that closes the one at start."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += (tokens[index].text in "([{") - (tokens[index].text in ")]}")
        if depth == 0:
            return index
    raise ValueError("brackets that do not match")


def bodies(tokens):
    """The name, the first and the last token of every function's body."""
    index = 0
    while index < len(tokens):
        if tokens[index].text != "{":
            index += 1
            continue
        end = closing(tokens, index)
        if index > 0 and tokens[index - 1].text == ")":
            start = index - 1
            while closing(tokens, start) != index - 1 or tokens[start].text != "(":
                start -= 1
            yield tokens[start - 1].text, index, end
        index = end + 1


def is_value(token):
    return token.kind in ("number", "string") or token.text in VALUE_ENDS or (
        token.kind == "name" and token.text not in ("return", "case"))


def other_numbers(text):
    found = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
    if not found:
        return []
    value = int(found.group(1), 0) if found.group(1) != "00" else 0
    return [f"{value + step}{found.group(2)}" for step in (1, -1) if value + step >= 0]


def changes(tokens, first, last):
    """(kind, index of first token, index behind the last, new text) of a function's body."""
    index, depth = first, 0
    while index < last:
        token, before = tokens[index], tokens[index - 1]
        if token.text in ("assert", "DEBUG_ASSERT", "static_assert", "_Static_assert"):
            index = closing(tokens, index + 1) + 1
            continue
        if token.kind == "number":
            for new in other_numbers(token.text):
                yield "off by one", index, index + 1, new
        elif token.text in SWAPS and (token.text not in "+-" or is_value(before)):
            for new in SWAPS[token.text]:
                yield KINDS.get(token.text, "arithmetic"), index, index + 1, new
        elif token.text in ("if", "while") and tokens[index + 1].text == "(":
            yield "negated condition", index + 2, closing(tokens, index + 1), None
        depth += (token.text in "([") - (token.text in ")]")
        if depth == 0 and token.kind == "name" and before.text in (";", "{", "}", ")", "else", ":"):
            end = dropped(tokens, index, last)
            if end is not None:
                yield "dropped statement", index, end, ""
        index += 1


def dropped(tokens, index, last):
    """The index of the semicolon that ends an expression's statement, or None."""
    if tokens[index].text in ("break", "continue") and tokens[index + 1].text == ";":
        return index + 1
    if tokens[index].text in NOT_STATEMENTS:
        return None
    behind = tokens[index + 1]
    if behind.kind == "name" or (behind.text == "*" and tokens[index + 2].kind == "name"):
        return None  # a declaration
    depth = 0
    for end in range(index, last):
        text = tokens[end].text
        if text == ";" and depth == 0:
            return end
        if text in ("{", "}") or (text == ")" and depth == 0):
            return None
        depth += (text in "([") - (text in ")]")
    return None


def mutants_of(path, text, seed):
    """All mutants of a source, without an order."""
    tokens = tokens_of(text)
    lines = text.split("\n")
    found, times = [], {}
    for function, first, last in bodies(tokens):
        for kind, start, stop, new in changes(tokens, first + 1, last):
            at = tokens[start].at
            end = tokens[stop].at if kind in ("negated condition", "dropped statement") \
                else at + len(tokens[start].text)
            old = text[at:end]
            new = f"!({old})" if new is None else new
            line = text.count("\n", 0, at)
            code = lines[line].strip()
            key = (function, code, old, new)
            times[key] = times.get(key, 0) + 1
            rank = hashlib.sha256(f"{seed} {path} {key} {times[key]}".encode()).hexdigest()
            found.append(Mutant(path, function, line + 1, at, end, kind, old, new, code, rank))
    return found
