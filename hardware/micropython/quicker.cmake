# Included once MicroPython's project is begun, which compiles nearly everything for size.
#
# What looks for free memory runs at every allocation, through a loop of so few instructions that they stay in the cache
# for flash however they are compiled.
set_source_files_properties(${CMAKE_SOURCE_DIR}/../../py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")

# Where in a dictionary a name was found last is noted by the name's number, in bytes that names share: of the usual 128
# only every other one is used, and they would be noted over one another.
add_compile_definitions(MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE=512)

# Sweeping notes what it has still to look at. Where more comes together than there is place for, as with our modules in
# the usual 64 places, it goes through all of memory once more, and takes twice as long.
add_compile_definitions(MICROPY_ALLOC_GC_STACK_SIZE=1024)

# Every name of a module that is loaded is looked for among all that there are, one by one.
set_source_files_properties(${CMAKE_SOURCE_DIR}/../../py/qstr.c PROPERTIES COMPILE_OPTIONS "-O2")
