"""The catalogue: services and paid products, for `tables/catalogue.json`.

In: the site's settings. Out: a plain dict, which the door answers from. Never touches files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.content.settings import Site


def catalogue(site: Site) -> dict[str, Any]:
    """Services and paid products, as editors wrote them, with full addresses."""
    base = site["base_url"]
    return {
        "base": base,
        "disclaimer": site["disclaimer"],
        "services": [
            {"slug": s.slug, "name": s.name, "href": base + s.href, "description": s.description}
            for s in site.services
        ],
        "products": [
            {
                "slug": p.slug,
                "name": p.name,
                "status": p.status,
                "href": p.address(base),
                "description": p.description,
            }
            | ({"price": p.price} if p.on_sale else {})
            for p in site.products
        ],
    }
