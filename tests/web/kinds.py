"""One page of every kind the site has; a kind that is new is one more line here.

The dates lie in the release of the fixture `output`, three weeks around 1990-05-20.
"""

PAGE_KINDS = [
    "/",
    "/bazi/",
    "/bazi/1990/",
    "/bazi/1990-5-20/",  # written by hand
    "/bazi/1990-6-6/",  # a solar term starts within the day
    "/zodiac/",
    "/zodiac/rat-ox/",
    "/day-pillar/",
    "/day-pillar/yi-you/",
    "/day-master/",
    "/day-master/yi/",
    "/pattern/",
    "/pattern/zheng-guan/",
    "/terms/",
    "/method/",
    "/about/",
    "/privacy/",
    "/404.html",
    "/flow-year/",
    "/flow-year/yi-you/",
    "/pair/",
    "/pair/jia-zi/",
    "/pair/jia-zi/yi-chou/",
    "/services/",
    "/docs/api/",
]
