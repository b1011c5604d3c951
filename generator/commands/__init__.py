"""The commands of `wanrishu`; these and `cli` alone print or exit."""
