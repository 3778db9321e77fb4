"""Changes what the contract says, one statement at a time, and lists what no check notices: `make mutations`."""

import sys
from collections import Counter
from time import process_time

from tools.contract.parts import CONTRACT_FILE, merged, part_files, read
from tools.contract_mutations.listed import Listed
from tools.contract_mutations.mutants import example_mutants, mutants
from tools.contract_mutations.noticing import Notice, surviving
from tools.progress import Progress


def main() -> int:
    """Show how far it is, then a table by kind and what survived; 1 if something did that is not listed."""
    document = read(merged(path.read_text("utf-8") for path in part_files()))
    contract = read(CONTRACT_FILE.read_text("utf-8"))
    began = process_time()
    everything = [*mutants(document), *example_mutants(contract)]
    notice, listed = Notice(document), Listed.read()
    if wrong := notice.without_mutants():
        raise SystemExit("The contract is wrong before anything is changed:\n" + "\n".join(wrong))
    progress = Progress(len(everything))
    made, kept, unlisted = Counter[str](), Counter[str](), list[str]()
    for mutant, survives in surviving(notice, everything):
        made[mutant.kind] += 1
        kept[mutant.kind] += survives
        if survives and listed.reason(mutant) is None:
            unlisted.append(str(mutant))
        progress.done()
    rows = [f"| {kind} | {made[kind]:,} | {made[kind] - kept[kind]:,} | {kept[kind]} |" for kind in sorted(made)]
    total = f"| all | {made.total():,} | {made.total() - kept.total():,} | {kept.total()} |"
    head = ["| keyword | changed | noticed | listed or not |", "|---|---|---|---|"]
    sys.stdout.write("\n".join([*head, *rows, total, f"\n{process_time() - began:.0f} s of computing", ""]))
    sys.stdout.write("".join(f"Not noticed, and not listed: {one}\n" for one in unlisted))
    return 1 if unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
