#!/usr/bin/env python3
"""Checks the sample server and the sample club against what is written about them.

    python3 check_contract.py [-v]

Needs the packages of `Tests/requirements.txt`. Starts servers of its own on free ports. The exit
code is 0 when everything holds.
"""

import unittest

from club_tests import ClubTests
from contract_tests import ContractTests
from transport_tests import LifeTests, TransportTests

__all__ = ["ClubTests", "ContractTests", "LifeTests", "TransportTests"]

if __name__ == "__main__":
    unittest.main()
