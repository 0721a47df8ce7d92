// The data line of a strip of WS2812B pixels: checks the timing of every bit, and collects frames.
//
// Limits: WS2812B datasheet. A bit is high for 220-380 ns (0) or 580-1000 ns (1); then the line is low for 220-1000 ns;
// 280 µs of low end a frame. Anything else is an error: what a strip then shows is undefined.
const ZERO_NS = [220, 380];
const ONE_NS = [580, 1000];
const LOW_NS = [220, 1000];
const LATCH_NS = 280_000;
const HIGH = 1;

function within([least, most], nanos) {
  return nanos >= least && nanos <= most;
}

export class PixelWire {
  /** `edge()` is the time of the current edge; `frame(start, end, bytes)` is called with each frame as it is latched. */
  constructor(gpio, edge, frame) {
    this.name = `GP${gpio.index}`;
    this.edge = edge;
    this.frame = frame;
    this.rose = -1;
    this.fell = -Infinity;
    this.start = 0;
    this.bytes = [];
    this.byte = 1; // a 1, then the bits of a byte so far
    gpio.addListener((value) => (value === HIGH ? this.rise(edge()) : this.fall(edge())));
  }

  rise(now) {
    this.latch(now);
    if (this.isBusy) this.check(within(LOW_NS, now - this.fell), "low", now - this.fell, now);
    else this.start = now;
    this.rose = now;
  }

  fall(now) {
    if (this.rose < 0) return;
    const nanos = now - this.rose;
    const one = within(ONE_NS, nanos);
    this.check(one || within(ZERO_NS, nanos), "high", nanos, now);
    this.byte = (this.byte << 1) | (one ? 1 : 0);
    if (this.byte > 255) {
      this.bytes.push(this.byte & 255);
      this.byte = 1;
    }
    this.rose = -1;
    this.fell = now;
  }

  get isBusy() {
    return this.bytes.length > 0 || this.byte > 1 || this.rose >= 0;
  }

  check(right, level, nanos, now) {
    if (!right) {
      throw new Error(`The pixel line ${this.name} was ${level} for ${nanos} ns at ${now} ns, after ` +
        `${this.bytes.length} bytes of a frame: outside the limits of the WS2812B.`);
    }
  }

  /** Report the frame, if the line has been low for long enough. */
  latch(now) {
    if (!this.isBusy || this.rose >= 0 || now - this.fell < LATCH_NS) return;
    if (this.byte > 1 || this.bytes.length % 3) {
      throw new Error(`A frame on the pixel line ${this.name} ended at ${this.fell} ns inside a pixel.`);
    }
    this.frame(this.start, this.fell, Uint8Array.from(this.bytes));
    this.bytes = [];
  }
}
