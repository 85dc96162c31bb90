# Qili: everything is built under build/; `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# As many jobs as there are processors, unless the caller says how many.
ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j% --jobs% --jobserver%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
endif

# What can be set on the command line. CONFIG: release, clang or asan; each has its own objects.
BUILD := build
CONFIG := release
ifneq ($(filter default undefined,$(origin CC)),)
CC := gcc
endif
ifneq ($(filter default undefined,$(origin AR)),)
AR := ar
endif
HOSTCC := $(CC)
PKG_CONFIG := pkg-config
PREFIX := /usr/local
SYSCONFDIR := /etc
DESTDIR :=
EXAMPLE := docs/examples/dispute.txt
PROPERTY_CASES := 100000
PROPERTY_SEED := 1
FUZZ_SECONDS := 60
KILLS := 500
BENCH_ENTRIES := 1000000
MONKEY_STEPS := 200000
MONKEY_SEED := 1
KIOSK_KILLS := 200
IMAGE := $(BUILD)/image/qili-trixie.img
CUTS := 200
IMAGE_SEED := 1
ONLY :=
WERROR := -Werror
V :=

OUT := $(BUILD)/$(CONFIG)
OBJ := $(OUT)/obj
GENERATED := $(BUILD)/generated
QILI := $(if $(filter release,$(CONFIG)),$(BUILD)/qili,$(OUT)/qili)
BENCH := $(if $(filter release,$(CONFIG)),$(BUILD)/bench,$(OUT)/bench)
BENCH_STORE := $(BENCH)_store
BENCH_OFFICE := $(BENCH)_office
BENCH_KIOSK := $(BENCH)_kiosk
KIOSK := $(QILI)-kiosk
OFFICE := $(QILI)-office

# Flags

ifeq ($(CONFIG),asan)
CFLAGS := -O1 -g
HARDEN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LINK_HARDEN := -fsanitize=address,undefined -fno-sanitize-recover=all
else ifeq ($(CONFIG),fuzz)
# clang only; every object is instrumented, the fuzz targets bring libFuzzer's main with them.
CFLAGS := -O1 -g
HARDEN := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
          -fno-omit-frame-pointer
LINK_HARDEN := -fsanitize=address,undefined -fno-sanitize-recover=all
else
CFLAGS := -O3 -g
HARDEN := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
LINK_HARDEN := -Wl,-z,relro,-z,now
endif
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla $(WERROR)
STANDARD := -std=c11 -D_POSIX_C_SOURCE=200809L
INCLUDES = -Isrc -I$(GENERATED) -DDEVICE_GPIOD=$(DEVICE_GPIOD)

# The pkg-config modules that the sources use; cmocka is for the tests only. They are looked up
# only where something is compiled: the targets that first install the packages compile nothing.
MODULES := inih jansson libsodium sqlite3 sdl2 SDL2_ttf libunibreak cairo libcurl libmicrohttpd \
           gnutls libqrencode zbar libgpiod libsystemd
GOALS := $(or $(MAKECMDGOALS),all)
NO_COMPILING := deb deb-arm64 test-deb test-systemd image check-gpiod2 run test \
    monkey test-kiosk-kill test-kill test-office test-page card asan clang bench property fuzz golden \
    lint packages format format-check clean help
NO_COMPILING += image-test image-report image-power-cuts image-emulator
ifneq ($(filter-out $(NO_COMPILING),$(GOALS)),)
ifneq ($(shell $(PKG_CONFIG) --exists $(MODULES) 2>/dev/null && echo yes),yes)
$(error The development files of one of "$(MODULES)" are missing: run `make packages` first)
endif
# Their headers are not ours to warn about.
MODULE_CFLAGS := $(patsubst -I%,-isystem %,$(shell $(PKG_CONFIG) --cflags $(MODULES)))
MODULE_LIBS := $(shell $(PKG_CONFIG) --libs $(MODULES)) -lm
# Which of src/device/lines_gpiod1.c and lines_gpiod2.c is compiled.
DEVICE_GPIOD := $(if $(filter 1.%,$(shell $(PKG_CONFIG) --modversion libgpiod)),1,2)
endif

COMPILE_FLAGS = $(STANDARD) $(CFLAGS) $(HARDEN) $(WARNINGS) $(INCLUDES) $(MODULE_CFLAGS)
LINK_FLAGS = $(LINK_HARDEN) -Wl,--as-needed $(LDFLAGS)

# Sources. One static library for each folder of src that has sources, lowest first. The tool is made
# of src/cli; the kiosk and the office are each a library, so that tests can have it, and a main.c.

FOLDERS := board judge ledger store paper training sync device office kiosk
sources = $(sort $(filter-out %/main.c,$(wildcard src/$(1)/*.c)) \
                 $(if $(filter kiosk office,$(1)),$(wildcard src/$(1)/*/*.c)))
objects = $(patsubst %.c,$(OBJ)/%.o,$(1))

GENERATOR_SOURCE := $(wildcard src/board/tables/generate.c)
GENERATOR := $(BUILD)/host/generate_tables
EDITIONS := $(sort $(wildcard rules/editions/*.ini))
ARTICLES := $(sort $(wildcard rules/articles/*.ini))
CATALOGUE := $(sort $(wildcard rules/catalogue/*.ini))
CASES := $(sort $(wildcard rules/cases/*.json))
EXAMS := $(sort $(wildcard rules/exams/*.json))

PAGE := $(sort $(wildcard src/office/page/page.*))

EXTRA_board := $(if $(GENERATOR_SOURCE),$(OBJ)/generated/board_tables.o)
EXTRA_judge := $(if $(wildcard src/judge/embedded.h),$(OBJ)/generated/editions_data.o \
                 $(OBJ)/generated/articles_data.o)
EXTRA_ledger := $(if $(wildcard src/ledger/embedded.h),$(OBJ)/generated/catalogue_data.o)
EXTRA_training := $(if $(wildcard src/training/embedded.h),$(OBJ)/generated/cases_data.o)

EXTRA_office := $(if $(PAGE),$(OBJ)/generated/page_data.o)
$(foreach f,$(FOLDERS),$(eval OBJECTS_$(f) := $(call objects,$(call sources,$(f))) $(EXTRA_$(f))))
PRESENT := $(foreach f,$(FOLDERS),$(if $(strip $(OBJECTS_$(f))),$(f)))
LIBRARIES := $(PRESENT:%=$(OUT)/lib%.a)

reverse = $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
LINK_LIBRARIES := $(strip $(call reverse,$(LIBRARIES)))

CLI_OBJECTS := $(call objects,$(sort $(wildcard src/cli/*.c)))
KIOSK_OBJECTS := $(call objects,$(wildcard src/kiosk/main.c))
OFFICE_OBJECTS := $(call objects,$(wildcard src/office/main.c))
PROGRAMS := $(QILI) $(if $(KIOSK_OBJECTS),$(KIOSK)) $(if $(OFFICE_OBJECTS),$(OFFICE))

TEST_SOURCES := $(sort $(wildcard tests/test_*.c))
TEST_SCRIPTS := $(sort $(wildcard tests/*.sh))
ifeq ($(CONFIG),asan)
# Only those that run the tool.
TEST_SCRIPTS := $(if $(TEST_SCRIPTS),$(shell grep -lw QILI $(TEST_SCRIPTS) || true))
endif
TEST_SUPPORT := $(call objects,$(sort $(wildcard tests/support/*.c)))
PROPERTY_OBJECTS := $(call objects,$(sort $(wildcard tests/property/*.c)))
TEST_OBJECTS := $(call objects,$(TEST_SOURCES))
TEST_PROGRAMS := $(TEST_SOURCES:tests/%.c=$(OUT)/tests/%)
# Those that compare golden pictures, and paint them anew when they are told to.
GOLDEN_TESTS := $(patsubst tests/%.c,$(OUT)/tests/%,$(shell grep -lw picture_matches tests/test_*.c))
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_PROGRAMS := $(FUZZ_SOURCES:tests/fuzz/%.c=$(OUT)/%)
FUZZ_OBJECTS := $(call objects,$(FUZZ_SOURCES))
FUZZ_READERS := $(call objects,$(addprefix src/cli/,dispute_json.c dispute_reader.c report.c \
                                 source.c text.c))
TESTS := $(TEST_PROGRAMS) $(TEST_SCRIPTS)
ifneq ($(ONLY),)
TESTS := $(foreach t,$(TESTS),$(if $(findstring $(ONLY),$(notdir $(t))),$(t)))
endif

OBJECTS := $(sort $(foreach f,$(FOLDERS),$(OBJECTS_$(f))) $(CLI_OBJECTS) $(KIOSK_OBJECTS) \
                  $(OFFICE_OBJECTS))
ALL_OBJECTS := $(OBJECTS) $(TEST_SUPPORT) $(PROPERTY_OBJECTS) $(FUZZ_OBJECTS) \
               $(TEST_OBJECTS)

# Targets to call

.PHONY: all run test test-kill test-office test-page card asan clang bench property fuzz lint \
    format format-check packages
.PHONY: monkey run-monkey test-kiosk-kill run-kiosk-kill
.PHONY: deb deb-arm64 test-deb test-systemd image check-gpiod2 install golden clean help \
    objects tests run-tests run-bench run-kill run-office-storm run-property run-fuzz run-lint FORCE
.PHONY: image-test image-report image-power-cuts image-emulator

all: $(LIBRARIES) $(PROGRAMS)

run: packages
	@$(MAKE) all
	@tools/run.sh $(QILI) $(EXAMPLE) $(BUILD)/screens

test: packages
	@$(MAKE) all tests
	@$(MAKE) CONFIG=clang CC=clang objects
	@tools/check-gpiod2.sh $(BUILD)/gpiod2
	@$(MAKE) run-tests

asan: packages
	@$(MAKE) CONFIG=asan all tests
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tools/leaks.txt:print_suppressions=0 \
	    $(MAKE) CONFIG=asan run-tests
	@ASAN_OPTIONS=fast_unwind_on_malloc=0 \
	    LSAN_OPTIONS=suppressions=$(CURDIR)/tools/leaks-paper.txt:print_suppressions=0 \
	    build/asan/tests/test_paper

clang: packages
	@$(MAKE) CONFIG=clang CC=clang all tests

test-kill: packages
	@$(MAKE) run-kill

test-office: packages
	@$(MAKE) all
	@$(MAKE) run-office-storm

test-page: packages
	@tools/install-packages.sh packages-page.txt
	@$(MAKE) all
	@tests/page/drive.py $(QILI) $(PICTURES)

card: packages
	@tools/install-packages.sh packages-page.txt
	@mkdir -p $(BUILD)
	@tools/card.sh docs/guide/card.html $(BUILD)/card.pdf

monkey: packages
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tools/leaks.txt:print_suppressions=0 \
	    $(MAKE) CONFIG=asan run-monkey

test-kiosk-kill: packages
	@$(MAKE) all
	@$(MAKE) run-kiosk-kill

bench: packages
	@$(MAKE) run-bench

property: packages
	@$(MAKE) run-property

fuzz: packages
	@$(MAKE) CONFIG=fuzz CC=clang run-fuzz

golden: packages
	@$(MAKE) run-golden

lint: packages
	@$(MAKE) all
	@$(MAKE) -k run-lint

packages:
	@tools/install-packages.sh

deb: packages
	@tools/install-packages.sh packages-deb.txt
	@tools/deb.sh $(BUILD)/deb

deb-arm64:
	@tools/install-packages.sh packages-deb.txt
	@tools/deb-cross.sh arm64 $(BUILD)/deb-arm64 $(SUITE)

test-deb: deb
	@tools/test-deb.sh $(BUILD)/deb $(BUILD)/test-deb

test-systemd: deb
	@tools/test-systemd.sh $(BUILD)/deb $(BUILD)/test-systemd

image:
	@tools/install-packages.sh packages-deb.txt
	@tools/install-packages.sh packages-image.txt
	@images/make-image --suite $(or $(SUITE),trixie) $(BUILD)/image/qili-$(or $(SUITE),trixie).img

# The card in an emulator: tests/image, docs/image-tests.md.
IMAGE_TEST = QILI_EMULATOR=$(abspath $(BUILD)/emulator) PYTHONDONTWRITEBYTECODE=1 \
    tests/image/image_test.py --seed $(IMAGE_SEED)

image-test: image-emulator
	@$(IMAGE_TEST) --logs $(BUILD)/image-test $(IMAGE) $(QILI)

image-report: image-emulator
	@$(IMAGE_TEST) --logs $(BUILD)/image-test --write docs/image-tests.md $(IMAGE) $(QILI)

image-power-cuts: image-emulator
	@$(IMAGE_TEST) --logs $(BUILD)/image-power-cuts --cuts-only --cuts $(CUTS) --harsh $(CUTS) \
	    --start-every 25 \
	    $(if $(WRITE),--write docs/image-tests.md) $(IMAGE) $(QILI)

image-emulator: packages
	@tools/install-packages.sh packages-image.txt
	@tools/emulator.sh $(BUILD)/emulator
	@[ -e $(IMAGE) ] || $(MAKE) image
	@$(MAKE) all

check-gpiod2:
	@tools/check-gpiod2.sh $(BUILD)/gpiod2

help:
	@echo 'make              build build/qili and the libraries (installs nothing)'
	@echo 'make run          install packages, build, start the kiosk with a demonstration event'
	@echo '                  (without a display: judge EXAMPLE=$(EXAMPLE))'
	@echo 'make test         install packages, build with gcc and clang, run all tests'
	@echo '                  (ONLY=word: only the tests with that word in their names)'
	@echo 'make asan         all tests with AddressSanitizer and UBSan, in build/asan'
	@echo 'make clang        build everything with clang, in build/clang'
	@echo 'make test-kill    KILLS=$(KILLS) kills of programs that append to the journal'
	@echo 'make test-office  20 devices, 10000 entries, a bad network, the office killed 100 times'
	@echo 'make test-page    the office page in a headless Chromium (installs packages-page.txt)'
	@echo 'make card         the card of the guide as a page of A4, build/card.pdf (installs packages-page.txt)'
	@echo 'make monkey       MONKEY_STEPS=$(MONKEY_STEPS) random touches and keys on the kiosk, with ASan'
	@echo 'make test-kiosk-kill  KIOSK_KILLS=$(KIOSK_KILLS) kills of the kiosk at work'
	@echo 'make bench        build and run tests/bench.c and tests/bench_store.c'
	@echo 'make property     PROPERTY_CASES=$(PROPERTY_CASES) random cycles of PROPERTY_SEED=$(PROPERTY_SEED)'
	@echo 'make fuzz         all fuzz targets, FUZZ_SECONDS=$(FUZZ_SECONDS) shared among them, in build/fuzz'
	@echo 'make golden       paint the golden pictures of the kiosk anew: look at them before you commit'
	@echo 'make lint         clang-tidy, cppcheck and the checks of tools/lint'
	@echo 'make format       lay out the sources by .clang-format; format-check only looks'
	@echo 'make packages     install the packages of packages.txt that are missing'
	@echo 'make deb          packages for Debian, in build/deb (installs packages-deb.txt)'
	@echo 'make deb-arm64    the same for arm64, cross-built in a folder of its own; for Debian 13,'
	@echo '                  or another with SUITE=bookworm'
	@echo 'make test-deb     installs the packages in a clean system of its own and uses them'
	@echo 'make test-systemd boots them under a systemd of its own: restarts, watchdogs, full disk ...'
	@echo 'make image        the image of the SD card, in build/image (as root; long, the first time)'
	@echo 'make image-test   boots the image in an emulator and uses it; image-report also writes docs'
	@echo 'make image-power-cuts  CUTS=$(CUTS) power cuts of the image in the emulator'
	@echo 'make check-gpiod2 compiles the lines with libgpiod 2, whose headers it fetches'
	@echo 'make install      into $$(DESTDIR)$$(PREFIX), PREFIX=$(PREFIX)'
	@echo 'make clean        remove build/'
	@echo 'Also: BUILD=dir (instead of build), CC=clang, CFLAGS="-O3",'
	@echo '      WERROR= (warnings are no errors), V=1 (show commands)'

clean:
	rm -rf $(BUILD)

objects: $(ALL_OBJECTS)
	@:
tests: $(TEST_PROGRAMS)
	@:

run-tests: $(TEST_PROGRAMS) $(PROGRAMS)
	@tools/run-tests.sh $(QILI) $(TESTS)

run-bench: $(if $(wildcard tests/bench.c),$(BENCH)) $(BENCH_STORE) $(BENCH_OFFICE) $(BENCH_KIOSK) \
           $(PROGRAMS)
	$(if $(wildcard tests/bench.c),$(BENCH),@echo 'bench: there is no tests/bench.c'; exit 1)
	TMPDIR=$(BUILD) $(BENCH_STORE) $(BENCH_ENTRIES)
	TMPDIR=$(BUILD) $(BENCH_OFFICE) $(QILI)
	$(BENCH_KIOSK) $(KIOSK)

run-golden: $(GOLDEN_TESTS)
	touch $(OUT)/golden-before
	for test in $^; do QILI_GOLDEN=write $$test; done
	find docs/screens tests/golden -name '*.png' -newer $(OUT)/golden-before -exec \
	    pngquant --force --ext .png --nofs --strip 128 '{}' +

run-kill: $(OUT)/tests/test_store_kill
	KILLS=$(KILLS) $<

run-office-storm: $(OUT)/tests/test_office_storm $(PROGRAMS)
	QILI=$(QILI) STORM_DEVICES=20 STORM_ENTRIES=10000 STORM_KILLS=100 $<

run-monkey: $(OUT)/tests/test_kiosk_monkey
	MONKEY_STEPS=$(MONKEY_STEPS) MONKEY_SEED=$(MONKEY_SEED) $<

run-kiosk-kill: $(OUT)/tests/test_kiosk_kill $(PROGRAMS)
	QILI=$(QILI) KIOSK_KILLS=$(KIOSK_KILLS) $<

run-property: $(OUT)/tests/test_property
	PROPERTY_CASES=$(PROPERTY_CASES) PROPERTY_SEED=$(PROPERTY_SEED) $<

run-fuzz: $(FUZZ_PROGRAMS)
	@tests/fuzz/run.sh $(FUZZ_SECONDS) $(OUT)/found $(FUZZ_PROGRAMS)

install: all
	for program in $(PROGRAMS); do \
	    install -D -m 755 $$program $(DESTDIR)$(PREFIX)/bin/$${program##*/}; \
	done
	for theme in assets/themes/*.ini; do \
	    install -D -m 644 $$theme $(DESTDIR)$(PREFIX)/share/qili/themes/$${theme##*/}; \
	done
	for file in assets/demo/*; do \
	    install -D -m 644 $$file $(DESTDIR)$(PREFIX)/share/qili/demo/$${file##*/}; \
	done
	for file in rules/cases/*.json; do \
	    install -D -m 644 $$file $(DESTDIR)$(PREFIX)/share/qili/cases/$${file##*/}; \
	done
	for program in $(notdir $(PROGRAMS)); do \
	    install -D -m 644 completion/$$program.bash \
	        $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$program; \
	done
	[ -e $(DESTDIR)$(SYSCONFDIR)/qili/qili.conf ] || \
	    install -D -m 644 systemd/qili.conf $(DESTDIR)$(SYSCONFDIR)/qili/qili.conf
	@for page in docs/man/*.[1-8]; do \
	    if [ -e "$$page" ]; then \
	        set -x; \
	        install -D -m 644 "$$page" \
	            "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}"; \
	    fi; \
	done

# Layout and lint

LAYOUT_SOURCES := $(sort $(wildcard src/*/*.[ch] src/*/*/*.[ch] tests/*.[ch] tests/*/*.[ch]))
LINT_SOURCES := $(sort $(wildcard src/*/*.c src/*/*/*.c))
SCRIPTS := $(sort $(wildcard .ci/run tools/*.sh tools/lint/*.sh tests/*.sh tests/*/*.sh \
                             completion/*.bash systemd/after-kiosk systemd/kiosk-failed \
                             images/make-image images/make-update images/initramfs-hook \
                             images/lib/*.sh images/system/usr/lib/qili-image/*))
TIDY := $(LINT_SOURCES:%=tidy/%)

format: packages
	clang-format -i $(LAYOUT_SOURCES)

format-check: packages
	clang-format --dry-run --Werror $(LAYOUT_SOURCES)

.PHONY: $(TIDY) lint-cppcheck lint-forbidden lint-layers lint-state lint-scripts

run-lint: $(TIDY) lint-cppcheck lint-forbidden lint-layers lint-state lint-scripts
	@echo 'lint: nothing found'

$(TIDY): tidy/%:
	$(call say,TIDY,$*)
	$(at)clang-tidy --quiet $* -- $(STANDARD) $(filter-out -Werror,$(WARNINGS)) $(INCLUDES) \
	    $(MODULE_CFLAGS) 2> >(grep -v -E '^[0-9]+ warnings? generated' >&2 || true)

# cppcheck takes &variable for a use of it; clang's analyser knows better what is uninitialised.
lint-cppcheck:
	$(call say,CPPCHECK,src)
	$(at)cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
	    --enable=warning,performance,portability --suppress=missingIncludeSystem \
	    --suppress=unmatchedSuppression --suppress=uninitvar --suppress=ctuuninitvar \
	    -D_POSIX_C_SOURCE=200809L $(INCLUDES) src

lint-forbidden:
	$(call say,LINT,forbidden)
	$(at)tools/lint/forbidden.sh .

lint-layers:
	$(call say,LINT,layers)
	$(at)tools/lint/layers.sh .

lint-state: $(filter $(OUT)/libboard.a $(OUT)/libjudge.a $(OUT)/libledger.a $(OUT)/libstore.a,$(LIBRARIES))
	$(call say,LINT,state)
	$(at)tools/lint/state.sh $^

lint-scripts:
	$(call say,SHELLCHECK,scripts)
	$(at)shellcheck -x $(SCRIPTS)

# How things are made. The two lists are rewritten only when what they say has changed, so that
# other flags compile everything anew and a source taken away links everything anew.

at := $(if $(V),,@)
say = $(if $(V),,@printf '%-10s %s\n' '$(1)' '$(2)')
keep = @mkdir -p $(dir $(1)); printf '%s\n' '$(2)' | cmp -s - $(1) || printf '%s\n' '$(2)' >$(1)

$(OUT)/flags: FORCE
	$(call keep,$@,$(CC) $(COMPILE_FLAGS) / $(LINK_FLAGS) $(MODULE_LIBS))
$(OUT)/sources: FORCE
	$(call keep,$@,$(ALL_OBJECTS))
$(GENERATED)/editions: FORCE
	$(call keep,$@,$(EDITIONS))
$(GENERATED)/articles: FORCE
	$(call keep,$@,$(ARTICLES))
$(GENERATED)/catalogue: FORCE
	$(call keep,$@,$(CATALOGUE))
$(GENERATED)/page: FORCE
	$(call keep,$@,$(PAGE))

$(GENERATED)/cases: FORCE
	$(call keep,$@,$(CASES) $(EXAMS))

$(OBJ)/%.o: %.c $(OUT)/flags
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(COMPILE_FLAGS) $(if $(filter tests/%,$<),-Itests) -MMD -MP -c -o $@ $<

$(OBJ)/generated/%.o: $(GENERATED)/%.c $(OUT)/flags
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(COMPILE_FLAGS) -MMD -MP -c -o $@ $<

define LIBRARY_RULE
$(OUT)/lib$(1).a: $(OBJECTS_$(1)) $(OUT)/sources
	$$(call say,AR,$$@)
	$$(at)rm -f $$@; $$(AR) rcs $$@ $$(filter %.o,$$^)
endef
$(foreach f,$(PRESENT),$(eval $(call LIBRARY_RULE,$(f))))

$(QILI): $(CLI_OBJECTS)
$(KIOSK): $(KIOSK_OBJECTS)
$(OFFICE): $(OFFICE_OBJECTS)
$(QILI) $(KIOSK) $(OFFICE): $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

# A test of what happens without memory has the allocations of our objects in its hand.
WRAP_test_ledger_memory := $(foreach f,malloc calloc realloc strdup strndup mmap,-Wl,--wrap=$(f))

$(OUT)/tests/%: $(OBJ)/tests/%.o $(TEST_SUPPORT) $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) $(WRAP_$*) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
	    $(MODULE_LIBS) -lcmocka

$(OUT)/tests/test_property: $(OBJ)/tests/test_property.o $(PROPERTY_OBJECTS) $(TEST_SUPPORT) \
                            $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS) -lcmocka

$(BENCH): $(OBJ)/tests/bench.o $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

$(FUZZ_PROGRAMS): $(OUT)/fuzz_%: $(OBJ)/tests/fuzz/fuzz_%.o $(FUZZ_READERS) \
                  $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -fsanitize=fuzzer -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

$(BENCH_KIOSK): $(OBJ)/tests/bench_kiosk.o $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

$(BENCH_STORE): $(OBJ)/tests/bench_store.o $(OBJ)/tests/support/big_event.o $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

$(BENCH_OFFICE): $(OBJ)/tests/bench_office.o $(OBJ)/tests/support/office_making.o \
                 $(OBJ)/tests/support/scratch.o $(LINK_LIBRARIES) $(OUT)/sources
	$(call say,LINK,$@)
	$(at)$(CC) $(CFLAGS) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MODULE_LIBS)

.SECONDARY: $(TEST_OBJECTS) $(OBJ)/tests/bench.o $(OBJ)/tests/bench_store.o \
            $(OBJ)/tests/bench_office.o $(OBJ)/tests/bench_kiosk.o

# Sources that are made while building

$(GENERATOR): $(GENERATOR_SOURCE)
	$(call say,HOSTCC,$@)
	@mkdir -p $(@D)
	$(at)$(HOSTCC) $(STANDARD) -O2 $(WARNINGS) -Isrc -MMD -MP -MF $@.d -o $@ $<

$(GENERATED)/board_tables.c: $(GENERATOR)
	$(call say,GENERATE,$@)
	@mkdir -p $(@D)
	$(at)$< >$@.new && mv $@.new $@

$(GENERATED)/editions_data.c: $(EDITIONS) $(GENERATED)/editions tools/embed.sh
	$(call say,GENERATE,$@)
	@mkdir -p $(@D)
	$(at)tools/embed.sh $(EDITIONS) >$@.new && mv $@.new $@

$(GENERATED)/articles_data.c: $(ARTICLES) $(GENERATED)/articles tools/embed.sh
	$(call say,GENERATE,$@)
	@mkdir -p $(@D)
	$(at)tools/embed.sh --articles $(ARTICLES) >$@.new && mv $@.new $@

$(GENERATED)/catalogue_data.c: $(CATALOGUE) $(GENERATED)/catalogue tools/embed.sh
	$(call say,GENERATE,$@)
	@mkdir -p $(@D)
	$(at)tools/embed.sh --catalogue $(CATALOGUE) >$@.new && mv $@.new $@

$(GENERATED)/cases_data.c: $(CASES) $(EXAMS) $(GENERATED)/cases tools/embed-cases.sh
	$(call say,GENERATE,$@)
	@mkdir -p $(@D)
	$(at)tools/embed-cases.sh rules >$@.new && mv $@.new $@

$(GENERATED)/page_data.c: $(PAGE) $(GENERATED)/page tools/embed-page.sh
	$(call say,GENERATE,$@)
	$(at)tools/embed-page.sh $(PAGE) >$@.new && mv $@.new $@

-include $(ALL_OBJECTS:.o=.d) $(OBJ)/generated/board_tables.d $(OBJ)/generated/editions_data.d
-include $(OBJ)/generated/articles_data.d $(OBJ)/generated/catalogue_data.d
-include $(OBJ)/generated/cases_data.d
-include $(OBJ)/tests/bench.d $(OBJ)/tests/bench_store.d $(OBJ)/tests/bench_office.d
-include $(OBJ)/tests/bench_kiosk.d $(GENERATOR).d
