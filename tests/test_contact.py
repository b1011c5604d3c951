"""The settings of the site: what documents and pages they make, and what is refused."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path

import orjson
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content import inputs
from generator.content.problem import ContentError, Problem
from generator.content.settings import Site, load_site
from generator.content.templates import read_templates
from generator.content.text_file import Data
from generator.pages.machines import catalogue, discovery
from generator.pages.render import environment
from tests.conftest import ROOT
from tests.own_settings import CONTACT, EXPIRES, content

TOOLS = {
    "server": {"name": "wanrishu", "title": "萬日書", "version": "1.4.0"},
    "description": "查八字。",
}


def site_of(folder: Path, **values: str) -> tuple[Site, list[Problem]]:
    """The site with these settings, each in quotes, and the problems found."""
    for name in ("services.yaml", "products.yaml", "words.yaml"):
        shutil.copy(ROOT / "data" / name, folder)
    real = yaml.safe_load((ROOT / "data" / "site.yaml").read_text())
    (folder / "site.yaml").write_text(yaml.safe_dump(real | values, allow_unicode=True))
    data = Data(folder)
    return load_site(data), data.problems


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://example.tw", "tw.example"),
        ("https://Shu.Example.tw:8443/a/b", "tw.example.shu"),
        ("http://localhost:8000", "localhost"),
        ("http://127.0.0.1:8000", "arpa.in-addr.127.0.0.1"),
        ("http://[::1]:8000", "arpa.ip6." + "0." * 31 + "1"),
        ("https://萬日書.台灣", "xn--kpry57d.xn--wgvvx041e"),
    ],
)
def test_the_server_is_named_after_the_host_from_its_end(
    tmp_path: Path, base_url: str, name: str
) -> None:
    site, problems = site_of(tmp_path, base_url=base_url)
    assert problems == []
    server = orjson.loads(dict(discovery(site, TOOLS))["server.json"])
    assert server["name"] == f"{name}/wanrishu"


@pytest.mark.parametrize(
    "base_url",
    ["https://my_host", "https://a..tw", f"https://{'a' * 64}.tw", "https://a@b.tw", "https://b.tw?x"],
)  # fmt: skip
def test_a_host_that_dns_cannot_hold_is_refused(tmp_path: Path, base_url: str) -> None:
    found = site_of(tmp_path, base_url=base_url)[1]
    assert [(p.code, p.what) for p in found] == [("S12", f"base_url {base_url!r} 不是網址")]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings")


@given(
    base_url=st.from_regex(r"https?://[a-z8萬日.\-:@_\[\]]{1,9}(/[a-z]{1,3})?", fullmatch=True),
    contact=st.from_regex(r"(mailto:[a-z]{1,3}@?|https://)[a-z./?@漏 \n]{1,6}", fullmatch=True),
    expires=st.builds(
        "{}{}".format,
        st.datetimes().map(datetime.isoformat),
        st.sampled_from(["", "Z", "+08:00", "-0330", "+08:00:30", "+25:00"]),
    ),
)
@settings(max_examples=300, deadline=None)
def test_whatever_check_lets_through_makes_sound_documents(
    scratch: Path, base_url: str, contact: str, expires: str
) -> None:
    site, problems = site_of(
        scratch, base_url=base_url, security_contact=contact, security_expires=expires
    )
    codes = {problem.code for problem in problems}
    if "S12" in codes:
        return
    documents = dict(discovery(site, TOOLS))
    assert re.fullmatch(
        r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", orjson.loads(documents["server.json"])["name"]
    )
    if not codes:
        text = documents[".well-known/security.txt"].decode()
        assert re.fullmatch(
            r"(# .+\n)?Contact: (mailto:[^@\s]+@|https://)\S+\n"
            r"Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d\n"
            r"Preferred-Languages: zh-TW, en\nCanonical: \S+/\.well-known/security\.txt\n",
            text,
        )


NOT_AN_ADDRESS = "S23 security_contact {!r} 不是聯絡網址 — 寫成 mailto:security@example.tw，或 https:// 開頭的網址"
NOT_A_MOMENT = "S24 security_expires {!r} 不是帶時區的時刻 — 日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"
NOT_BOTH = "S25 只寫了 {} — security_contact、security_expires 兩行一起寫，或兩行都不寫"


@pytest.mark.parametrize(
    ("contact", "expires", "said"),
    [
        (CONTACT, EXPIRES, ""),
        ("https://example.tw/security", f'"{EXPIRES}"', ""),
        ("", "", ""),
        *((CONTACT, moment, NOT_A_MOMENT.format(moment))
          for moment in ("2027-06-30", "2027-06-30T23:59:59", "2027-02-30T23:59:59+08:00")),
        *((contact, EXPIRES, NOT_AN_ADDRESS.format(contact))
          for contact in ("security@example.tw", "http://example.tw/")),
        (CONTACT, "", NOT_BOTH.format("security_contact")),
        ("", EXPIRES, NOT_BOTH.format("security_expires")),
    ],
)  # fmt: skip
def test_both_security_settings_or_none_each_in_its_form(
    tmp_path: Path, contact: str, expires: str, said: str
) -> None:
    data = content(tmp_path, security_contact=contact, security_expires=expires)
    lines = [line.partition(":")[0] for line in (data / "site.yaml").read_text().splitlines()]
    line = lines.index(said.replace("只寫了 ", "").split()[1]) + 1 if said else 0
    problems = [str(problem) for problem in inputs.check(data)[1]]
    assert problems == ([f"data/site.yaml:{line}: {said}"] if said else [])


def test_the_example_in_the_settings_holds_once_it_is_no_comment(tmp_path: Path) -> None:
    data = content(tmp_path)
    text = (data / "site.yaml").read_text()
    (data / "site.yaml").write_text(re.sub(r"(?m)^# (security_\w+:)", r"\1", text))
    read, problems = inputs.check(data)
    assert problems == []
    assert read.site.security == (CONTACT, EXPIRES)


@pytest.mark.parametrize("address", ["https://shop.example.tw", "https://example.tw:8443/a?b=c#d"])
def test_a_product_may_be_sold_elsewhere(data: Path, address: str) -> None:
    sold = f"a:\n  name: 一頁\n  status: on_sale\n  price: 480 元\n  href: {address}\n  description: 一句話。\n"
    (data / "products.yaml").write_text(sold)
    templates = read_templates(ROOT / "templates")
    content, problems = inputs.check(data, templates)
    assert problems == []
    assert [product["href"] for product in catalogue(content.site)["products"]] == [address]
    page = environment(templates, content.site).get_template("services.html").render()
    assert f'<h3><a href="{address}">一頁</a>' in page


@pytest.mark.parametrize(
    ("tagline", "said"),
    [
        ("一天一頁", "S21 tagline「一天一頁」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，", "S21 tagline「一天一頁，」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，把八字讀成人人話", "S21 tagline「一天一頁，把八字讀成人人話」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天丙龘，把八字唸成人話", "S22 標題與分享圖的字型沒有「龘唸」 — 換一個說法，或照 templates/fonts/README.md 補進字型"),
    ],
)  # fmt: skip
def test_a_tagline_that_cannot_be_drawn_is_told(data: Path, tagline: str, said: str) -> None:
    text = re.sub("(?m)^tagline: .*$", f"tagline: {tagline}", (data / "site.yaml").read_text())
    (data / "site.yaml").write_text(text)
    line = text[: text.index("tagline:")].count("\n") + 1
    with pytest.raises(ContentError, match=re.escape(f"data/site.yaml:{line}: {said}")):
        inputs.prepare(data, ROOT / "templates")
