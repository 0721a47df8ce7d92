// Runs a Python file on MicroPython's official WebAssembly build, under Node:
//
//     node tests/micropython/run.mjs FILE [ARGUMENT...]
//
// MicroPython sees a copy in memory of the Python and text files in firmware/, tests/ and the folder of the host's texts,
// below /tavolo; nothing it does reaches the disk. sys.path starts with /tavolo, /tavolo/firmware, /tavolo/host;
// sys.argv is FILE and the arguments; the working directory is /tavolo. What it prints goes to standard output at once. The exit code is
// that of SystemExit, 1 after any other exception (its traceback on standard error), otherwise 0.
//
// This build of MicroPython frees memory only between calls from outside. So a file with much to do leaves a function
// `go_on`, which is called again and again, until it returns False or ends the program.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const GUEST_ROOT = "/tavolo";
const COPIED_FOLDERS = ["firmware", "tests", "host/tavolo_host/texts"];
const COPIED_FILES = /\.(py|txt|json)$/;
// This build makes no machine code and refuses the decorators for it; functions that have one run as bytecode.
const MACHINE_CODE = /^@micropython\.(native|viper)\n/gm;
const LINE_END = 10;

function guestPath(path) {
  return `${GUEST_ROOT}/${relative(ROOT, path).split(sep).join("/")}`;
}

function copyFolder(filesystem, folder) {
  filesystem.mkdirTree(guestPath(folder));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "__pycache__") copyFolder(filesystem, path);
    } else if (COPIED_FILES.test(entry.name)) {
      filesystem.writeFile(guestPath(path), readFileSync(path, "utf8").replace(MACHINE_CODE, "\n"));
    }
  }
}

async function startMicroPython() {
  const modules = join(ROOT, "build", "npm", "package.json");
  const name = "@micropython/micropython-webassembly-pyscript/micropython.mjs";
  let path;
  try {
    path = createRequire(modules).resolve(name);
  } catch {
    console.error("MicroPython for WebAssembly is not here yet: `make test` fetches it.");
    process.exit(1);
  }
  const { loadMicroPython } = await import(pathToFileURL(path));
  return loadMicroPython({ linebuffer: false, stdout: printByte });
}

// MicroPython hands over its output byte by byte; whole lines go on at once, a last unfinished one at the end.
let line = [];

function printByte([byte]) {
  line.push(byte);
  if (byte === LINE_END) flush();
}

function flush() {
  process.stdout.write(Buffer.from(line));
  line = [];
}

function runFile(micropython, file, parameters) {
  const inside = !relative(ROOT, file).startsWith("..");
  const guestFile = inside ? guestPath(file) : `/${basename(file)}`;
  micropython.FS.mkdirTree(posix.dirname(guestFile));
  micropython.FS.writeFile(guestFile, readFileSync(file));
  micropython.runPython(`
import os, sys
os.chdir(${JSON.stringify(GUEST_ROOT)})
sys.path[:0] = ${JSON.stringify(["", "/firmware", "/host"].map((folder) => GUEST_ROOT + folder))}
sys.argv[:] = ${JSON.stringify([guestFile, ...parameters])}
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))
`);
  const goOn = micropython.globals.get("go_on");
  while (goOn?.()) {
    // until there is nothing left to do
  }
}

function exitCode(error) {
  if (error.type !== "SystemExit") {
    console.error(error.message ?? error);
    return 1;
  }
  const value = error.message.trim().split("SystemExit:").pop().trim();
  if (value === "" || value === "None") return 0;
  if (/^-?\d+$/.test(value)) return Number(value) & 0xff;
  console.error(value);
  return 1;
}

const [name, ...parameters] = process.argv.slice(2);
if (name === undefined || !existsSync(name)) {
  console.error(name === undefined ? "Which Python file? node run.mjs FILE [ARGUMENT...]" : `There is no file ${name}.`);
  process.exit(2);
}
const micropython = await startMicroPython();
for (const folder of COPIED_FOLDERS) copyFolder(micropython.FS, join(ROOT, folder));
try {
  runFile(micropython, resolve(name), parameters);
} catch (error) {
  process.exitCode = exitCode(error);
} finally {
  flush();
}
