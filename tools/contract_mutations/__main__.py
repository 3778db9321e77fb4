"""Changes what the contract says, one statement at a time, and lists what no check notices: `make mutations`."""

import sys
from collections import Counter
from time import process_time

from tools.contract.parts import merged, part_files, read
from tools.contract_mutations.listed import Listed
from tools.contract_mutations.mutants import mutants
from tools.contract_mutations.noticing import Notice, surviving

_EVERY = 50


def main() -> int:
    """Show how far it is, then a table by kind and what survived; 1 if something did that is not listed."""
    document = read(merged(path.read_text("utf-8") for path in part_files()))
    began = process_time()
    everything = list(mutants(document))
    notice, listed = Notice(document), Listed.read()
    if wrong := notice.without_mutants():
        raise SystemExit("The contract is wrong before anything is changed:\n" + "\n".join(wrong))
    made, kept, unlisted = Counter[str](), Counter[str](), list[str]()
    for number, (mutant, survives) in enumerate(surviving(notice, everything), start=1):
        made[mutant.kind] += 1
        kept[mutant.kind] += survives
        if survives and listed.reason(mutant) is None:
            unlisted.append(str(mutant))
        if number % _EVERY == 0 or number == len(everything):
            sys.stderr.write(f"\r{number:,} of {len(everything):,} statements, {sum(kept.values())} unnoticed")
            sys.stderr.flush()
    sys.stderr.write("\n")
    rows = [f"| {kind} | {made[kind]:,} | {made[kind] - kept[kind]:,} | {kept[kind]} |" for kind in sorted(made)]
    total = f"| all | {made.total():,} | {made.total() - kept.total():,} | {kept.total()} |"
    head = ["| keyword | changed | noticed | listed or not |", "|---|---|---|---|"]
    sys.stdout.write("\n".join([*head, *rows, total, f"\n{process_time() - began:.0f} s of computing", ""]))
    sys.stdout.write("".join(f"Not noticed, and not listed: {one}\n" for one in unlisted))
    return 1 if unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
