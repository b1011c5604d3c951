// The line of today on the home page, after site.js: by the visitor's own date.
const today = $("#today");
const now = new Date();
const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 864e5;
const { first, since: from, stems, branches, moments } = today.dataset;
const number = (day - Date.parse(from) / 864e5 + +first) % 60;
const [stem, branch] = [stems.split(" ")[number % 10], branches.split(" ")[number % 12]];
const pillar = "甲乙丙丁戊己庚辛壬癸"[number % 10] + "子丑寅卯辰巳午未申酉戌亥"[number % 12];
const running = moments.trim().split(" ").findLast((each) => new Date(`${each.slice(2)}+08:00`) <= now)?.slice(0, 2);
today.firstElementChild.append(
  ` ${now.getMonth() + 1}月${now.getDate()}日，${running ? `${running}，` : ""}`,
  make("a", `${pillar}日`, { href: `${root.replace("/bazi/", "/day-pillar/")}${stem}-${branch}/` }),
);
today.hidden = false;
