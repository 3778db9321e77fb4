"""The seventeen hand types, strongest first: a kind of flush together with a pattern of ranks."""

from typing import Final

from service.rules.words import Word

HAND_SIZE: Final = 5


class Flush(Word):
    """What the five tiles have in common. A suit-flush is a group-flush and a link-flush at once."""

    SUIT = "suit_flush"
    GROUP = "group_flush"
    LINK = "link_flush"
    NONE = "no_flush"


class Pattern(Word):
    """How often the ranks of a hand repeat, from none to five, weakest first where flushes do not count."""

    NO_PAIRS = "no_pairs"
    ONE_PAIR = "one_pair"
    TWO_PAIRS = "two_pairs"
    THREE_OF_A_KIND = "three_of_a_kind"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FIVE_OF_A_KIND = "five_of_a_kind"


PATTERNS: Final = {
    (1, 1, 1, 1, 1): Pattern.NO_PAIRS,
    (2, 1, 1, 1): Pattern.ONE_PAIR,
    (2, 2, 1): Pattern.TWO_PAIRS,
    (3, 1, 1): Pattern.THREE_OF_A_KIND,
    (3, 2): Pattern.FULL_HOUSE,
    (4, 1): Pattern.FOUR_OF_A_KIND,
    (5,): Pattern.FIVE_OF_A_KIND,
}
"""The pattern of each way to split five tiles by rank, largest part first."""


class HandType(Word):
    """The hands in the order of the document's table (ruling D1), strongest first."""

    SUIT_FLUSH_NO_PAIRS = "suit_flush_no_pairs"
    GROUP_FLUSH_FOUR_OF_A_KIND = "group_flush_four_of_a_kind"
    NO_FLUSH_FIVE_OF_A_KIND = "no_flush_five_of_a_kind"
    LINK_FLUSH_TWO_PAIRS = "link_flush_two_pairs"
    LINK_FLUSH_NO_PAIRS = "link_flush_no_pairs"
    GROUP_FLUSH_FULL_HOUSE = "group_flush_full_house"
    LINK_FLUSH_ONE_PAIR = "link_flush_one_pair"
    GROUP_FLUSH_THREE_OF_A_KIND = "group_flush_three_of_a_kind"
    GROUP_FLUSH_NO_PAIRS = "group_flush_no_pairs"
    NO_FLUSH_FOUR_OF_A_KIND = "no_flush_four_of_a_kind"
    GROUP_FLUSH_TWO_PAIRS = "group_flush_two_pairs"
    NO_FLUSH_FULL_HOUSE = "no_flush_full_house"
    GROUP_FLUSH_ONE_PAIR = "group_flush_one_pair"
    NO_FLUSH_NO_PAIRS = "no_flush_no_pairs"
    NO_FLUSH_THREE_OF_A_KIND = "no_flush_three_of_a_kind"
    NO_FLUSH_TWO_PAIRS = "no_flush_two_pairs"
    NO_FLUSH_ONE_PAIR = "no_flush_one_pair"


HAND_TYPES: Final = tuple(HandType)
TYPE_STRENGTH: Final = {hand: strength for strength, hand in enumerate(reversed(HAND_TYPES), 1)}
"""1 for the weakest hand to 17 for the strongest."""


class LowRule(Word):
    """Which hand is the lowest (ruling D3)."""

    TABLE = "table"
    ACE_TO_FIVE = "ace_to_five"
