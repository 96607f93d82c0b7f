"""Measurements of a page: content beyond its edge, and the contrast of its text."""

BEYOND = """
return [...document.querySelectorAll("#page *:not(svg *), #entry *, #connection, #languages *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.id || each.tagName);
"""
"""A script that returns the elements beyond the right edge."""

MIN_CONTRAST = """
const light = (colour) => {
  const [red, green, blue] = colour.match(/[\\d.]+/g).map((each) => each / 255)
    .map((each) => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
  return .2126 * red + .7152 * green + .0722 * blue;
};
const behind = (element) => {
  const colour = getComputedStyle(element).backgroundColor;
  return colour === "rgba(0, 0, 0, 0)" ? behind(element.parentElement) : colour;
};
const written = document.querySelectorAll(
  "#page *:not(svg, svg *), #entry :enabled, #entry p, #entry h2, #connection, #languages *");
return Math.min(...[...written].map((each) => {
  const [less, more] = [light(getComputedStyle(each).color), light(behind(each))].sort((a, b) => a - b);
  return (more + .05) / (less + .05);
}));
"""
"""A script that returns the least contrast between text and background, as defined by WCAG 2."""
