import sys

from ladder import main

sys.exit(main())
