// What goes over the wires between two Picos, for decoders that know nothing of this emulator (sigrok): every edge, as a
// file of value changes with times in ns (VCD, IEEE 1364-2005, section 18); and what a bus controller takes it for.
import { appendFileSync, writeFileSync } from "node:fs";

export class EdgeFile {
  /** Begin a file of these wires. */
  constructor(path, wires, names) {
    this.path = path;
    this.edges = []; // [ns, change] that are not written yet
    const ids = "abc";
    const change = (level, number) => (level ? 1 : 0) + ids[number];
    writeFileSync(path, [
      "$timescale 1 ns $end",
      ...names.map((name, number) => `$var wire 1 ${ids[number]} ${name} $end`),
      "$enddefinitions $end",
      "#0",
      ...wires.map((wire, number) => change(wire.level, number)),
      "",
    ].join("\n"));
    wires.forEach((wire, number) => {
      wire.record = (nanos, level) => this.edges.push([Math.round(nanos), change(level, number)]);
    });
  }

  /** Write all edges before a time: both Picos are past it. */
  write(nanos) {
    const { edges } = this;
    edges.sort(([one], [other]) => one - other);
    const later = edges.findIndex(([at]) => at >= nanos);
    const done = edges.splice(0, later < 0 ? edges.length : later);
    if (done.length) appendFileSync(this.path, done.map(([at, change]) => `#${at}\n${change}\n`).join(""));
  }
}

/**
 * Call `tell` with each step of a controller's transfers: its name (Start, Connect, Write, Read, Stop), what was asked,
 * and the answer, when it is there. A stop is told when it begins: firmware does not always wait for its end.
 */
export function reportTransfers(i2c, tell) {
  for (const [asks, name] of [["onStart", "Start"], ["onConnect", "Connect"], ["onWriteByte", "Write"], ["onReadByte", "Read"]]) {
    const ask = i2c[asks];
    const complete = i2c[`complete${name}`].bind(i2c);
    let asked = [];
    i2c[asks] = (...values) => {
      asked = values;
      ask(...values);
    };
    i2c[`complete${name}`] = (...answer) => {
      tell(name, ...asked, ...answer);
      complete(...answer);
    };
  }
  const { onStop } = i2c;
  i2c.onStop = () => {
    tell("Stop");
    onStop();
  };
}
