// Runs an emulated Pico for its parent process, which sends commands and simulates the chips on the buses (pipe.mjs has
// the message format, host/tavolo_host/simulator/pico.py the other side):
//
//     node main.mjs FOLDER-OF-NODE_MODULES
//
// Commands: W wiring (a new board; its flash has to be loaded), A advance to a time, S serial bytes, P port, B bus
// fault, C plan a power cut, X cut now, O power on, M read flash, L load flash, T flash times. All but S, P, B, C, L, T
// are answered. While time passes: w a chip was written, r a chip is read (answered with the bytes), s serial bytes, p
// a frame of pixels, f a flash operation; at the end d, or e with an error message.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { packed, Pipe } from "./pipe.mjs";
import { Pico } from "./pico.mjs";

const UNCHANGED = 255;

// Translated code comes in thousands of small functions: compile them sooner than by default.
setFlagsFromString("--sparkplug");
setFlagsFromString("--interrupt-budget=15000");

const { RP2040 } = createRequire(join(resolve(process.argv[2]), "package.json"))("rp2040js");
const pipe = new Pipe();

/** The chips on a bus, simulated by the parent. A read fetches ahead, and the next one reports how much was used. */
class Chips {
  constructor(bus) {
    this.bus = bus;
    this.addresses = new Set();
    this.ahead = [];
    this.used = 0;
  }

  present(address) {
    return this.addresses.has(address);
  }

  written(address, bytes) {
    pipe.post("w", packed("bbt", this.bus, address, pico.nanos), bytes);
  }

  beginReading(address) {
    this.address = address;
    this.fetch();
  }

  fetch() {
    pipe.post("r", packed("bbbt", this.bus, this.address, this.used, pico.nanos));
    this.ahead = pipe.take().payload;
    this.used = 0;
  }

  nextByte() {
    if (this.used === this.ahead.length) this.fetch();
    return this.ahead[this.used++];
  }
}

let pico;
let chips = [];

const handlers = {
  chips: (bus) => chips[bus],
  frame: (pin, start, end, bytes) => pipe.post("p", packed("btt", pin, start, end), bytes),
  received: (nanos, bytes) => pipe.post("s", packed("t", nanos), bytes),
  flashBegan: (number, kind, address, size, start, end) =>
    pipe.post("f", packed("wbwwtt", number, kind === "erase" ? 1 : 0, address, size, start, end)),
};

function done() {
  const ready = pico.isOn && pico.usb.isReady;
  pipe.post("d", packed("tbb", pico.nanos, pico.isOn ? 1 : 0, ready ? 1 : 0));
}

const commands = {
  W(payload) {
    const wiring = JSON.parse(payload.toString());
    chips = wiring.buses.map((_, bus) => new Chips(bus));
    pico = new Pico(RP2040, handlers, wiring, pico);
    pico.isQuick = wiring.quick;
    done();
  },
  A(payload) {
    pico.run(payload.readDoubleLE(0));
    done();
  },
  S: (payload) => pico.isOn && pico.usb.send(payload),
  P: (payload) => pico.setPort(payload[0] > 0, payload[1] > 0, payload[2] > 0),
  B(payload) {
    chips[payload[0]].addresses = new Set(payload.subarray(3));
    pico.setFault(payload[0], payload[1] > 0, payload[2] === UNCHANGED ? null : payload[2]);
  },
  C(payload) {
    pico.cutAtNs = payload.readDoubleLE(0) || Infinity;
    pico.cutAtOperation = payload.readUInt32LE(8);
    pico.cutShare = payload.readDoubleLE(12);
  },
  X() {
    pico.cut();
    done();
  },
  O() {
    pico.powerOn();
    done();
  },
  M(payload) {
    const at = payload.readUInt32LE(0);
    pipe.post("m", pico.flash.memory.subarray(at, at + payload.readUInt32LE(4)));
  },
  L: (payload) => {
    pico.flash.load(payload.readUInt32LE(0), payload.subarray(4), (...place) => pico.translations.forget(...place));
  },
  T: (payload) => pico.flash.setTimes(payload.toString()),
};

for (let message = pipe.take(); message; message = pipe.take()) {
  try {
    commands[message.kind](message.payload);
  } catch (error) {
    pipe.post("e", Buffer.from(error.stack ?? String(error)));
  }
}
