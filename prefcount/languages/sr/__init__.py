"""Serbian in Latin script: the words that players type, in both scripts, and letters without their marks."""

from collections.abc import Mapping

from prefcount.languages import Language

_PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
_LETTERS = str.maketrans("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш")


def _write_cyrillic(typed: str) -> str:
    for pair, letter in _PAIRS.items():
        typed = typed.replace(pair, letter)
    return typed.translate(_LETTERS)


def _with_cyrillic(words: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    # Words of one or two letters mean something else in Cyrillic.
    return {
        group: {
            meaning: " ".join((typed, *(_write_cyrillic(word) for word in typed.split() if len(word) > 2)))
            for meaning, typed in meanings.items()
        }
        for group, meanings in words.items()
    }


LANGUAGE = Language(
    name="Srpski",
    translated=100,
    locale="sr_Latn",
    same_letters="č=c ć=c š=s ž=z đ=dj",
    latin="đ=dj ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz",
    vowels="aeiou",
    words=_with_cyrillic(
        {
            "line": {"dealer": "deli dijeli delilac", "seat": "#"},
            "suit": {"S": "p pik", "C": "t tref", "D": "k karo", "H": "h herc srce", "N": "sans n bez_aduta"},
            "entry": {
                "rename": "preimenuj",
                "price": "cena cijena",
                "date": "datum",
                "seats": "mesta mjesta",
                "adjust": "kazna ispravka",
                "leaves": "odlazi ustaje",
                "no_price": "nema ništa",
                "owes": "duguje",
            },
            "end": {
                "pool": "bule bula",
                "hands": "ruke podele podjele",
                "time": "vreme vrijeme",
                "agreed": "dogovor dogovoreno",
                "resigned": "predaje predao predala odustaje",
            },
            "paper": {"on": "na protiv"},
            "search": {"since": "od", "until": "do", "last": "poslednjih posljednjih zadnjih"},
            "period": {"d": "d", "m": "m", "y": "g"},
            "preferans": {
                "raspasy": "r raspas raspasi",
                "misere": "m mizer",
                "blind": "naslepo naslijepo bez_talona",
                "times": "x ×",
                "talon": "talon",
                "misdeal": "ponovo ponovno",
                "thrown": "bačen bačeno",
                "concedes": "predaje odustaje odustao odustala predao predala",
                "conceded": "na sa s",
                "both_whist": "oba_vist vistuju_oba oba_vistuju",
                "both_pass": "oba_pas oba_dalje pas-pas bez_vista niko_ne_vistuje",
                "tricks": "štih štiha štihova",
                "took": "uzeo uzela uzima",
                "down": "bez za",
                "over": "plus preko",
                "exactly": "tačno svoju",
                "made": "odigran prošao prošla",
                "plays": "igra igram",
            },
            "preferans.call": {
                "whist": "v vist vistuje vistujem",
                "pass": "p pas dalje pasuje pasujem",
                "half": "h ½ pola",
            },
            "preferans.rank": {"J": "j", "Q": "q", "K": "k", "A": "a"},
            "preferans.number": {
                "0": "nula nijedan bez_štihova ništa",
                "1": "jedan jedna jednu",
                "2": "dva dve dvije",
                "3": "tri",
                "4": "četiri",
                "5": "pet",
                "6": "šest šestica šesticu",
                "7": "sedam sedmica sedmicu",
                "8": "osam osmica osmicu",
                "9": "devet devetka devetku",
                "10": "deset desetka desetku",
            },
            "preferans.preset": {
                "sochi": "soči",
                "leningrad": "lenjingrad lenjingradska",
                "rostov": "rostovska",
                "classic": "klasika klasična",
            },
            "balkan": {"pass": "dalje pas p", "igra": "igra i"},
            "balkan.contract": {
                "pik": "pik p list 2",
                "karo": "karo k bundeva 3",
                "herc": "herc h srce 4",
                "tref": "tref t žir 5",
                "betl": "betl b 6",
                "sans": "sans s 7",
            },
            "balkan.role": {
                "caller": "zo zovem zove pozivam poziva",
                "called": "po pozvan pozvana",
                "helper": "pom pomažem pomaže",
                "follow": "do dođem dodem dolazi pratim prati",
                "out": "- ne",
            },
            "balkan.kontra": {
                "1": "k kontra",
                "2": "rk rekontra",
                "3": "sk subkontra",
                "4": "mk mortkontra",
            },
            "prefa": {"pass": "dalje pas", "stake": "ulog", "up": "predajem predaje", "aces": "kečevi asovi"},
            "prefa.role": {"pass": "p", "play": "d", "together": "z", "helper": "h"},
            "priffe": {"forced": "f prinudni", "pairs": "parovi", "rubber": "rober"},
            "priffe.contract": {"diamonds": "k karo", "hearts": "h herc", "noll": "n nol", "play": "s sans"},
            "priffe.side": {"X": "x", "Y": "y"},
            "heading": {
                "date": "datum",
                "note": "napomena napomene komentar mesto mjesto",
                "total": "ukupno zbir zbroj suma saldo razlika provera provjera kontrola",
                "number": "broj rb r.br igra partija veče večer kolo nedelja tjedan datoteka",
                "price": "cena cijena ulog",
                "currency": "valuta",
            },
            "month": {
                **{"1": "jan", "2": "feb", "3": "mar", "4": "apr", "5": "maj", "6": "jun"},
                **{"7": "jul", "8": "avg", "9": "sep", "10": "okt", "11": "nov", "12": "dec"},
            },
            "currency": {"RSD": "din dinar dinara", "EUR": "evro evra"},
        }
    ),
)
