"""The CSS of a report, for screens and for paper. Colour is never the only sign of a meaning."""

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; background: #fff; color: #1a1a1a;
  font: 15px/1.4 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7em; line-height: 1.2; margin: 0; }
h2, section > table > caption, .list > table > caption { font-size: 1.1em; font-weight: bold;
  margin: 0 0 .3em; border-bottom: 1.5px solid #5a6672; }
p { margin: .2em 0; }
.about { color: #48505a; }
figure { margin: .8em 0; }
figure svg { display: block; width: 100%; height: auto; max-height: 46rem; }
section { margin: 1em 0 0; }
.beside { display: flex; flex-wrap: wrap; gap: 0 2.5em; align-items: flex-start; }
.beside > section { flex: 1 1 15em; }
ul { margin: 0; padding-left: 1.2em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; }
caption small { font-weight: normal; color: #48505a; }
th, td { padding: .1em .5em; text-align: right; vertical-align: top; }
th { font-weight: 600; }
tbody th, .said, .hands th:nth-child(-n+2), .columns * { text-align: left; }
thead > tr > * { border-bottom: 1px solid #5a6672; vertical-align: bottom; }
tbody tr + tr > * { border-top: 1px solid #e3e3e0; }
.results td:nth-child(2) { font-weight: bold; }
.steps { columns: 20em; column-gap: 2.5em; }
.steps table { width: 100%; margin: 0 0 .7em; break-inside: avoid; }
.steps td, .results td { white-space: nowrap; }
.steps tbody th { width: 40%; overflow-wrap: anywhere; }
.hands, .columns { width: 100%; }
.hands td { white-space: nowrap; }
.hands .said { white-space: normal; width: 100%; overflow-wrap: anywhere; }
.hands thead th { white-space: nowrap; }
.hands s { color: #6b6b6b; }
.columns td { overflow-wrap: anywhere; }
footer { margin-top: .7em; color: #48505a; font-size: .9em; }
.field { display: inline-block; margin: 0 2em .7em 0; }
.field::after { margin-left: .5em; content: ""; display: inline-block; width: 9em;
  border-bottom: 1px solid #5a6672; }
@page { size: A4; margin: 9mm 12mm; }
@page sheet { size: A4 landscape; margin: 10mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 7.5pt; line-height: 1.22; }
  figure { margin: 1.5mm 0; }
  figure svg { max-height: 95mm; }
  section { margin-top: 1.5mm; }
  h2, section > table > caption { margin-bottom: .5mm; break-after: avoid; }
  .beside { gap: 0 8mm; }
  footer { margin-top: 1mm; }
  .steps { columns: 3; column-gap: 6mm; }
  .steps table { margin-bottom: 1.2mm; font-size: .9em; line-height: 1.2; }
  .steps caption { line-height: 1.15; }
  .steps th, .steps td { padding: 0 .3em; }
  .list { columns: 2; column-gap: 7mm; }
  .hands th, .hands td { padding: 0 .35em; line-height: 1.2; }
  tr, figure { break-inside: avoid; }
  thead { display: table-header-group; }
  .blank { page: sheet; font-size: 10pt; }
  .blank figure svg { max-height: 174mm; }
}
"""
