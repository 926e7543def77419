// Plays the frames one after another; waits longer where a phase is laid or a deal ends.

const DELAYS = [3000, 2000, 1400, 1000, 750, 550, 400, 280, 180, 90];
const DWELL = { lay: 3, end: 3, fault: 3, forfeit: 3 };

export function player({ kindNow, step, onChange }) {
  let speed = 5;
  let timer = null;

  const wait = () => {
    timer = setTimeout(() => (step() ? wait() : stop()), DELAYS[speed] * (DWELL[kindNow()] ?? 1));
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    onChange(false, speed);
  };
  return {
    stop,
    toggle() {
      if (timer) return stop();
      wait();
      return onChange(true, speed);
    },
    speed(to) {
      speed = to;
      if (timer) {
        clearTimeout(timer);
        wait();
      }
      onChange(timer !== null, speed);
    },
  };
}
