// Soft sounds, synthesised: each is a few notes (frequency in Hz, start in s).
const SOUNDS = {
  accepted: [[523, 0], [659, 0.09]],
  refused: [[220, 0], [185, 0.13]],
  turn: [[659, 0], [880, 0.12]],
  nudge: [[784, 0], [784, 0.18], [784, 0.36]],
  over: [[523, 0], [659, 0.14], [784, 0.28], [1047, 0.42]],
};
const LOUDEST = 0.06; // of 1
const NOTE_S = 0.35;

const tavoloSounds = {
  context: null,
  title: null,
  // Browsers play no sound before the first click.
  wake() {
    this.context ??= new AudioContext();
    this.context.resume();
    return this.context;
  },
  // Calls a visitor who looks elsewhere: by the title, a short vibration and a sound.
  notice(words, isHeard) {
    this.entitle(words);
    if (words && document.hidden) {
      navigator.vibrate?.(200);
      if (isHeard) this.play("turn");
    }
  },
  nudge(words, isHeard) {
    this.entitle(words);
    navigator.vibrate?.([150, 90, 150]);
    if (isHeard) this.play("nudge");
  },
  entitle(words) {
    this.title ??= document.title;
    document.title = words ? `● ${words} – ${this.title}` : this.title;
  },
  play(name) {
    const context = this.wake();
    for (const [hertz, after] of SOUNDS[name]) {
      const note = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
      const volume = new GainNode(context, { gain: 0 });
      const from = context.currentTime + after;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(LOUDEST, from + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + NOTE_S);
      note.connect(volume).connect(context.destination);
      note.start(from);
      note.stop(from + NOTE_S);
    }
  },
};
