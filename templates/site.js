// Progressive enhancement only: every page works without this file.
(() => {
  const form = document.getElementById("find");
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(form.date.value) || [];
    if (y >= 1950 && y <= 2025) location.href = `${form.dataset.root}${+y}-${+m}-${+d}/`;
    else document.getElementById("hint").textContent = "請選一九五〇到二〇二五之間的日期。";
  });
})();
