# Included into MicroPython's project, which compiles nearly everything for size.
#
# The search for free memory runs at every allocation. Its loop is so short that it stays in the flash cache even when
# compiled for speed.
set_source_files_properties(${CMAKE_SOURCE_DIR}/../../py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")

# The lookup cache holds for each name where in a dictionary it was found last, indexed by the name's number. Of the usual
# 128 entries only every other one is used, and names would overwrite each other.
add_compile_definitions(MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE=512)

# The garbage collector keeps a stack of objects still to mark. When it overflows, as our modules make the usual 64
# entries do, the collector scans all memory again and takes twice as long.
add_compile_definitions(MICROPY_ALLOC_GC_STACK_SIZE=1024)

# Loading a module looks up each of its names among all existing ones.
set_source_files_properties(${CMAKE_SOURCE_DIR}/../../py/qstr.c PROPERTIES COMPILE_OPTIONS "-O2")
