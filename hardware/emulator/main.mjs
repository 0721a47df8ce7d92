// Runs an emulated Pico for its parent process, which sends commands and simulates the chips on the buses (pipe.mjs has
// the message format, host/tavolo_host/simulator/pico.py the other side):
//
//     node main.mjs FOLDER-OF-NODE_MODULES
//
// Commands: W wiring (a new board; its flash has to be loaded), A advance to a time, S serial bytes, P port, B bus
// fault, C plan a power cut, X cut now, O power on, M read flash, L load flash, T flash times. All but S, P, B, C, L, T
// are answered. While time passes: w a chip was written, r a chip is read (answered with the bytes), s serial bytes, p
// a frame of pixels, f a flash operation; at the end d, or e with an error message. With a rig joined to it (joint.mjs),
// R passes one of S, P, X, O, L on to the rig, k are serial bytes of the rig, J joins the wires or takes them away, and
// i is a step of a transfer, if recorded.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Joint } from "./joint.mjs";
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
let rig; // a second Pico, joined to the first
let joint;
let chips = [];

const handlers = {
  chips: (bus) => chips[bus],
  frame: (pin, start, end, bytes) => pipe.post("p", packed("btt", pin, start, end), bytes),
  received: (nanos, bytes) => pipe.post("s", packed("t", nanos), bytes),
  flashBegan: (number, kind, address, size, start, end) =>
    pipe.post("f", packed("wbwwtt", number, kind === "erase" ? 1 : 0, address, size, start, end)),
  transferred: (...step) => pipe.post("i", Buffer.from(JSON.stringify(step))),
};
const handlersOfRig = {
  received: (nanos, bytes) => pipe.post("k", packed("t", nanos), bytes),
  flashBegan() {},
};

/** Tell the time, and of each Pico whether it is on, and enumerated on USB. */
function done() {
  const states = (joint ? [pico, rig] : [pico]).flatMap(({ isOn, usb }) => [isOn, isOn && usb.isConfigured]);
  pipe.post("d", packed("t", pico.nanos), Uint8Array.from(states));
}

const commands = {
  W(payload) {
    const wiring = JSON.parse(payload.toString());
    chips = wiring.buses.map((_, bus) => new Chips(bus));
    pico = new Pico(RP2040, handlers, wiring, pico);
    pico.isQuick = wiring.quick;
    joint = null;
    if (wiring.rig) {
      rig = new Pico(RP2040, handlersOfRig, wiring.rig, rig);
      rig.isQuick = wiring.quick;
      joint = new Joint(pico, rig, wiring.rig.joint);
    }
    done();
  },
  A(payload, target) {
    (joint ?? target).run(payload.readDoubleLE(0));
    done();
  },
  S: (payload, target) => target.isOn && target.usb.send(payload),
  U: (_, target) => target.isOn && target.usb.touch(),
  P: (payload, target) => target.setPort(payload[0] > 0, payload[1] > 0, payload[2] > 0),
  B(payload, target) {
    chips[payload[0]].addresses = new Set(payload.subarray(3));
    target.setFault(payload[0], payload[1] > 0, payload[2] === UNCHANGED ? null : payload[2]);
  },
  C(payload, target) {
    target.cutAtNs = payload.readDoubleLE(0) || Infinity;
    target.cutAtOperation = payload.readUInt32LE(8);
    target.cutShare = payload.readDoubleLE(12);
  },
  X(_, target) {
    target.cut();
    done();
  },
  O(_, target) {
    target.powerOn();
    done();
  },
  M(payload, target) {
    const at = payload.readUInt32LE(0);
    pipe.post("m", target.flash.memory.subarray(at, at + payload.readUInt32LE(4)));
  },
  L: (payload, { flash, translations }) => {
    flash.load(payload.readUInt32LE(0), payload.subarray(4), (...place) => translations.forget(...place));
  },
  T: (payload, target) => target.flash.setTimes(payload.toString()),
  J: (payload) => joint.setWired(payload[0] > 0),
  R: (payload) => commands[String.fromCharCode(payload[0])](payload.subarray(1), rig),
};

for (let message = pipe.take(); message; message = pipe.take()) {
  try {
    commands[message.kind](message.payload, pico);
  } catch (error) {
    pipe.post("e", Buffer.from(error.stack ?? String(error)));
  }
}
