// Stands for a computer whose clock is wrong, and jumps every second: `node --import wrong-clock.mjs`, with the hours in HOURS_OFF.
const offMs = Number(process.env.HOURS_OFF) * 3_600_000;
const Clock = Date;
const now = () => Clock.now() + (Math.floor(performance.now() / 1000) % 2 === 0 ? offMs : -offMs);

globalThis.Date = class extends Clock {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }

  static now() {
    return now();
  }
};
