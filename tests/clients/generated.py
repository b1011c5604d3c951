"""The Python client that openapi-generator writes (`PYTHONPATH` has it), on a door. Prints JSON."""

import json
import sys
from datetime import date

from wanrishu_client import ApiClient, BaziRequest, Configuration, DatasetApi, ReadingApi, StatusApi
from wanrishu_client.exceptions import BadRequestException


def main(url: str) -> None:
    """Call every operation, and one of them wrongly."""
    client = ApiClient(Configuration(host=url))
    status, reading = StatusApi(client), ReadingApi(client)
    health = status.get_health_with_http_info()
    storage = {name.lower(): value for name, value in health.headers.items()}["x-limit-storage"]
    neutral = reading.read_bazi(BaziRequest(birth_date=date(1990, 5, 20)))
    female = reading.read_bazi(BaziRequest(birth_date=date(1990, 5, 20), gender="female"))
    file = DatasetApi(client).get_reading_file("1990-6-6")
    plain = DatasetApi(client).get_reading_file("1990-5-20")
    try:
        reading.read_bazi(BaziRequest(birth_date=date(1990, 1, 1)))
        refused = []
    except BadRequestException as error:
        code = error.headers["X-Error-Code"]
        refused = [error.status, error.data.success, error.data.error, code]
    said = {
        "health": [health.data.success, health.data.status, storage],
        "services": [[service.slug, service.href] for service in status.list_services().data],
        "neutral": neutral.to_dict(),
        "female": female.to_dict(),
        "refused": refused,
        "file": [
            file.var_schema,
            file.var_date.isoformat(),
            file.chart.pillars[0].hidden_stems[0].weight,
            file.chart.elements["火"].season,
            file.chart.relations[-1].element,
            file.boundary.noon_side,
            int(file.boundary.term.at.timestamp()),
            file.basis["love"]["日支沖合"],
            plain.boundary,
        ],
    }
    print(json.dumps(said))


main(sys.argv[1])
