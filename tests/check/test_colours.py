"""Colour arithmetic against published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.check.colours import ciede2000, contrast, difference, lab, linear

BYTE = st.integers(0, 255)
RGB = st.tuples(BYTE, BYTE, BYTE)

# Rows of the test data of Sharma, Wu and Dalal (2005): pair, CIEDE2000.
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "apart"), SHARMA)
def test_ciede2000_as_published(
    one: tuple[float, float, float], other: tuple[float, float, float], apart: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(apart, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(apart, abs=1e-4)


def test_contrast_as_wcag_states() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_white_is_white_in_lab() -> None:
    assert lab(linear((255, 255, 255))) == pytest.approx((100, 0, 0), abs=0.02)


@given(RGB, RGB)
def test_colour_blind_sight_never_parts_equal_colours(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    assert contrast(one, other) == contrast(other, one) >= 1
    for sight in ("normal", "protan", "deutan"):
        assert difference(one, one, sight) == pytest.approx(0, abs=1e-9)


def test_red_and_green_are_near_for_deutan_sight() -> None:
    red, green = (179, 60, 46), (110, 110, 20)
    assert difference(red, green, "deutan") < 20 < difference(red, green)
