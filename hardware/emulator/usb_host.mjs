// The computer at the other end of the USB cable: it enumerates the board, opens its serial port, and transfers bytes,
// a packet at a time at full speed. It can unplug the board, close the port, or keep it open without reading.
//
// Sources: USB 2.0, chapter 9 and section 7.1.7; class definition for communication devices 1.2 (control line state).
const FRAME_NUMBER = 0x48;
const START_OF_FRAME = 1 << 17; // interrupt; reading the number clears it (RP2040 datasheet, section 4.1.4)
const SIE_STATUS = 0x50;
const SIE_SUSPENDED = 1 << 4;
const BUFFERS_AT = 0x80; // buffer control of endpoint 0 IN in the USB memory; OUT is 4 further, the next endpoint 8
const AVAILABLE = 1 << 10;
const LENGTH = 0x3ff;
const PACKET = 64;
const ATTACH_NS = 100e6; // the host debounces the plug
const SUSPEND_NS = 3e6; // of silence, after which the device knows that the host is gone
const STEP_NS = 1e6; // a frame, between two requests
const PACKET_NS = 10_000; // of a packet's frame, address, handshake
const BYTE_NS = 667; // 12 Mbit/s
const DATA_CLASS = 10;
const SHORT = 9; // the configuration descriptor itself

function request(type, code, value, length) {
  return Uint8Array.of(type, code, value & 255, value >> 8, 0, 0, length & 255, length >> 8);
}

const SET_ADDRESS = request(0, 5, 1, 0);
const SET_CONFIGURATION = request(0, 9, 1, 0);
const describe = (length) => request(0x80, 6, 0x200, length);
const lineState = (open) => request(0x21, 0x22, open ? 3 : 0, 0);
const SET_LINE_CODING = 0x20;
const TOUCH = Uint8Array.of(0xb0, 4, 0, 0, 0, 0, 8); // 1200 baud, one stop bit, no parity, eight bits

export class UsbHost {
  /** `received(bytes)` is called with the board's data. */
  constructor(mcu, received) {
    this.usb = mcu.usbCtrl;
    this.clock = mcu.clock;
    this.received = received;
    this.plugged = true;
    this.open = false; // whether a program has opened the port
    this.reading = false; // and reads it
    this.sending = []; // bytes for the board
    this.lastFrame = 0;
    this.counting = false; // the host sends frames from the board's reset on
    this.suspend = this.clock.createAlarm(() => this.setSuspended());
    this.attach = this.clock.createAlarm(() => this.reset());
    this.step = this.clock.createAlarm(() => this.nextRequest());
    this.carry = this.clock.createAlarm(() => this.takePacket());
    this.frame = this.clock.createAlarm(() => this.beginFrame());
    this.forget();
    this.hook();
  }

  forget() {
    this.requests = [];
    this.asked = null;
    this.answer = [];
    this.isConfigured = false;
    this.inEndpoint = this.outEndpoint = -1;
    this.armed = null; // the board's packet that waits to be fetched: [offset, value]
    this.wanted = 0; // bytes that the board can take
    this.enabled = this.enabled ?? false;
  }

  hook() {
    const { usb } = this;
    usb.onUSBEnabled = () => { this.enabled = true; if (this.plugged) this.attach.schedule(ATTACH_NS); };
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointWrite = (endpoint, bytes) => this.fromBoard(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => this.boardWants(endpoint, size);
    this.arm = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => {
      if (offset === BUFFERS_AT + 8 * this.inEndpoint && value & AVAILABLE) {
        this.armed = [offset, value];
        this.poll();
      } else this.arm(offset, value);
    };
    const read = usb.readUint32.bind(usb);
    usb.readUint32 = (offset) => {
      if (offset !== FRAME_NUMBER) return read(offset);
      this.interrupt(usb.intRaw & ~START_OF_FRAME);
      return this.frameNumber();
    };
    const write = usb.writeUint32.bind(usb);
    usb.writeUint32 = (offset, value) => {
      if (offset === SIE_STATUS && usb.rawWriteValue & SIE_SUSPENDED) usb.sieStatus &= ~SIE_SUSPENDED;
      write(offset, value);
    };
  }

  // ---- plugging, opening

  setPort(plugged, open, reading) {
    const wasPlugged = this.plugged;
    const wasOpen = this.open;
    Object.assign(this, { plugged, open: plugged && open, reading: plugged && open && reading });
    if (wasPlugged && !plugged) this.unplug();
    if (!wasPlugged && plugged && this.enabled) this.attach.schedule(ATTACH_NS);
    if (this.open !== wasOpen && this.isConfigured) this.ask(lineState(this.open));
    if (!this.open) this.sending = [];
    this.poll();
  }

  /** Open the port at 1200 baud, and close it. */
  touch() {
    this.ask(request(0x21, SET_LINE_CODING, 0, TOUCH.length));
    for (const open of [true, false]) this.ask(lineState(open));
  }

  unplug() {
    this.frameNumber();
    this.counting = false;
    for (const alarm of [this.attach, this.step, this.carry, this.frame]) alarm.cancel();
    this.forget();
    this.suspend.schedule(SUSPEND_NS);
  }

  reset() {
    this.counting = true;
    this.awaitFrame();
    this.usb.resetDevice();
  }

  /** The frame number counts milliseconds while the host sends frames, and otherwise stands still. */
  frameNumber() {
    if (this.counting) this.lastFrame = Math.floor(this.clock.nanos / STEP_NS) & 0x7ff;
    return this.lastFrame;
  }

  awaitFrame() {
    this.frame.schedule(STEP_NS - (this.clock.nanos % STEP_NS));
  }

  beginFrame() {
    this.awaitFrame();
    this.interrupt(this.usb.intRaw | START_OF_FRAME);
  }

  interrupt(raw) {
    this.usb.intRaw = raw;
    if (this.usb.intEnable & START_OF_FRAME) this.usb.checkInterrupts();
  }

  setSuspended() {
    if (!this.enabled) return;
    this.usb.sieStatus |= SIE_SUSPENDED;
    this.usb.sieStatusUpdated();
  }

  // ---- control transfers: one request at a time

  enumerate() {
    this.suspend.cancel();
    this.forget();
    for (const packet of [SET_ADDRESS, describe(SHORT)]) this.ask(packet);
  }

  ask(packet) {
    this.requests.push(packet);
    if (!this.asked && !this.step.scheduled) this.step.schedule(STEP_NS);
  }

  nextRequest() {
    this.step.scheduled = false; // rp2040js leaves that to us
    if (this.asked || this.requests.length === 0) return;
    this.asked = this.requests.shift();
    this.answer = [];
    this.usb.sendSetupPacket(this.asked);
  }

  finishRequest() {
    const { asked } = this;
    this.asked = null;
    if (asked[1] === 6) this.described();
    if (asked[1] === 9) {
      this.isConfigured = true;
      if (this.open) this.ask(lineState(true));
    }
    if (this.requests.length) this.step.schedule(STEP_NS);
  }

  described() {
    const total = this.answer[2] | (this.answer[3] << 8);
    if (this.answer.length < total) {
      this.ask(describe(total));
      return;
    }
    let isData = false;
    for (let at = 0; at < total; at += this.answer[at]) {
      const kind = this.answer[at + 1];
      if (kind === 4) isData = this.answer[at + 5] === DATA_CLASS;
      if (kind === 5 && isData) {
        const address = this.answer[at + 2];
        if (address & 0x80) this.inEndpoint = address & 15;
        else this.outEndpoint = address & 15;
      }
    }
    this.ask(SET_CONFIGURATION);
  }

  // ---- packets

  fromBoard(endpoint, bytes) {
    if (!this.plugged) return;
    if (endpoint === this.inEndpoint) this.received(bytes);
    if (endpoint !== 0 || !this.asked) return;
    if (this.asked[0] & 0x80) this.answer.push(...bytes);
    else this.finishRequest();
  }

  boardWants(endpoint, size) {
    if (!this.plugged) return;
    if (endpoint === 0 && this.asked?.[1] === SET_LINE_CODING) {
      this.usb.endpointReadDone(0, TOUCH);
    } else if (endpoint === 0 && this.asked && this.answer.length) {
      this.usb.endpointReadDone(0, new Uint8Array(0));
      this.finishRequest();
    } else if (endpoint === this.outEndpoint) {
      this.wanted = size;
      this.feed();
    }
  }

  /** Send bytes to the board, as far as it can take them. */
  send(bytes) {
    this.sending.push(...bytes);
    this.feed();
  }

  feed() {
    if (!this.wanted || !this.sending.length) return;
    const packet = Uint8Array.from(this.sending.splice(0, Math.min(PACKET, this.wanted)));
    this.wanted = 0;
    this.usb.endpointReadDone(this.outEndpoint, packet, (PACKET_NS + BYTE_NS * packet.length) / 1000);
  }

  poll() {
    if (!this.armed || !this.reading || this.carry.scheduled) return;
    this.carry.schedule(PACKET_NS + BYTE_NS * (this.armed[1] & LENGTH));
  }

  takePacket() {
    this.carry.scheduled = false; // as above
    if (!this.armed || !this.reading) return;
    const [offset, value] = this.armed;
    this.armed = null;
    this.arm(offset, value);
  }
}
