"""The sheet is the sum of its postings."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prefcount.ledger import NO_PLAYER, Account, Posting, Reason, Sheet, drop_zero_postings

POOL = Account("pool", 0)
WHY = Reason("made")

accounts = st.builds(
    Account, st.sampled_from(["pool", "dump", "whists"]), st.integers(0, 3), st.integers(NO_PLAYER, 3)
)
amounts = st.one_of(st.integers(-50, 50), st.fractions(-5, 5, max_denominator=6))
postings = st.builds(Posting, accounts, amounts, st.just(WHY))


def test_a_sheet_does_not_follow_the_figures_it_was_made_of() -> None:
    figures = {POOL: 4}
    sheet = Sheet(figures)
    figures[POOL] = 5
    assert sheet[POOL] == 4


def test_two_halves_are_a_whole_number() -> None:
    half = Posting(POOL, Fraction(1, 2), WHY)
    assert Sheet().with_postings([half])[POOL] == Fraction(1, 2)
    assert isinstance(Sheet().with_postings([half, half])[POOL], int)


def test_accounts_that_read_zero_do_not_tell_sheets_apart() -> None:
    zero = Sheet().with_postings([Posting(POOL, 4, WHY), Posting(POOL, -4, WHY)])
    assert zero == Sheet()
    assert hash(zero) == hash(Sheet())
    assert Sheet({POOL: 1}) != Sheet()
    assert Sheet() != {}


@given(st.lists(postings, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_postings_does_not_matter(written: list[Posting], random: object) -> None:
    shuffled = list(written)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    at_once = Sheet().with_postings(written)
    one_by_one = Sheet()
    for posting in shuffled:
        one_by_one = one_by_one.with_postings([posting])
    assert one_by_one == at_once
    assert all(
        at_once[account] == sum(p.amount for p in written if p.account == account) for account in at_once
    )


@given(st.lists(postings, max_size=12))
def test_postings_of_zero_change_nothing(written: list[Posting]) -> None:
    kept = drop_zero_postings(written)
    assert all(posting.amount for posting in kept)
    assert Sheet().with_postings(kept) == Sheet().with_postings(written)
