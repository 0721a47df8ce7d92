# Included once MicroPython's project is begun. All of it is compiled for size but map.c and vm.c. What looks for free memory runs
# at every allocation, through a loop of few instructions that stays in the cache for flash whatever it is compiled for.
set_source_files_properties(${CMAKE_SOURCE_DIR}/../../py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")

# Where a name was found in a dictionary is kept by the name's number; a quarter of the places would be shared by far more names.
add_compile_definitions(MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE=512)
