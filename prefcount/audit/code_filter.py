"""Which of all codes somebody wants to hear of."""

from collections.abc import Iterable
from typing import NamedTuple

from prefcount.audit.findings import Finding, Report
from prefcount.problems import InvalidInput, unknown


class Choice(NamedTuple):
    """What of a report is asked for.

    Attributes:
        only: the codes that are wanted, or none for all; a remark that is named here is a finding.
        ignored: codes that are not wanted.
        strict: whether every remark is a finding.
    """

    only: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    strict: bool = False

    @classmethod
    def of(cls, only: Iterable[str], ignored: Iterable[str], *, strict: bool) -> "Choice":
        """The choice that arguments name; each may list several codes with commas.

        Raises:
            InvalidInput: with the nearest code for each that there is not.
        """
        wanted, unwanted = _listed(only), _listed(ignored)
        if wanted or unwanted:
            from prefcount.audit.checks import codes

            known = codes()
            problems = [
                unknown(option, code, known)
                for option, given in (("--only", wanted), ("--ignore", unwanted))
                for code in given
                if code not in known
            ]
            if problems:
                raise InvalidInput(problems)
        return cls(frozenset(wanted), frozenset(unwanted), strict)

    def of_report(self, report: Report) -> Report:
        """A report with nothing in it but what is wanted."""
        findings = tuple(filter(self._wanted, report.findings))
        remarks = tuple(filter(self._wanted, report.remarks))
        if self.strict or self.only:
            return report._replace(findings=findings + remarks, remarks=())
        return report._replace(findings=findings, remarks=remarks)

    def _wanted(self, finding: Finding) -> bool:
        return finding.code not in self.ignored and (not self.only or finding.code in self.only)


def _listed(given: Iterable[str]) -> list[str]:
    codes = (code.strip() for each in given for code in each.split(","))
    return [code for code in codes if code]
