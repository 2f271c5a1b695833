import { createRandom, type Random } from './random.ts'

/** One life of a process: from its start to the moment at which it is killed. */
export interface Life {
  readonly name: string
  alive: boolean
  /** Killed at its next step: before that has an effect, or after, but before it is told. */
  doom: 'before' | 'after' | null
}

interface Step {
  readonly life: Life
  readonly what: string
  /** Nothing takes longer than until then. */
  readonly due: number
  act(): Promise<() => void>
}

interface Timer {
  readonly at: number
  ring(): void
}

interface Beat {
  readonly life: Life
  readonly ms: number
  next: number
  ring(): void
}

/**
 * A world in which nothing happens by itself. Whatever a process asks of the outside is a step that
 * waits to be chosen; the clock moves when it is told to; and every choice comes from the seed.
 */
export interface World {
  readonly random: Random
  /** What happened, in order. */
  readonly story: readonly string[]
  readonly lives: readonly Life[]
  /** Nothing goes wrong any more. */
  calm: boolean
  now(): number
  note(what: string): void
  start(name: string): Life
  kill(life: Life): void
  /** Resolves when the step was chosen and done; never, when its process died before. */
  step<T>(life: Life, what: string, act: () => Promise<T> | T, withinMs: number): Promise<T>
  /** Answers what takes it back. */
  at(moment: number, ring: () => void): () => void
  /** Again and again, for as long as the process lives. */
  every(ms: number, life: Life, ring: () => void): void
  /** Does some of the waiting steps, all at once. */
  perform(count: number): Promise<void>
  /** Does a waiting step of that kind, and kills its process before it is told. */
  ambush(kind: string): Promise<void>
  /** Moves the clock, though not past what cannot take so long. */
  advance(byMs: number): Promise<void>
  /** Lets everything that is under way come to its end. */
  drain(): Promise<void>
  readonly isIdle: boolean
}

const BIRTH = Date.UTC(2026, 0, 1)
const STEPS_MAX = 20_000

export function createWorld(seed: number): World {
  const random = createRandom(seed)
  const story: string[] = []
  const lives: Life[] = []
  let clock = BIRTH
  let steps: Step[] = []
  let timers: Timer[] = []
  const beats: Beat[] = []
  let performed = 0

  const note = (what: string): void =>
    void story.push(`${((clock - BIRTH) / 1000).toFixed(1).padStart(8)}s  ${what}`)

  function kill(life: Life): void {
    if (!life.alive) return
    note(`${life.name} is killed`)
    life.alive = false
    steps = steps.filter((step) => step.life !== life)
  }

  /** Does a step; what comes back says so, and tells its process, if that still lives. */
  async function begin({ life, what, act }: Step): Promise<() => void> {
    if (++performed > STEPS_MAX) throw new Error('the schedule does not come to an end')
    if (life.doom === 'before') kill(life)
    if (!life.alive) return () => {}
    const tell = await act()
    return () => {
      note(`${life.name}: ${what}`)
      if (life.doom === 'after') kill(life)
      else if (life.alive) tell()
    }
  }

  /** All at once, and told in the order in which they were chosen, whichever was done first. */
  async function perform(chosen: readonly Step[]): Promise<void> {
    steps = steps.filter((step) => !chosen.includes(step))
    const ends = await Promise.all(chosen.map(begin))
    for (const end of ends) end()
    await settled()
  }

  async function performSome(count: number): Promise<void> {
    const chosen: Step[] = []
    for (let left = Math.min(count, steps.length); left > 0; left--)
      chosen.push(random.pick(steps.filter((step) => !chosen.includes(step))))
    await perform(chosen)
  }

  async function ambush(kind: string): Promise<void> {
    const step = steps.find(({ what }) => what.startsWith(kind))
    if (!step) return
    step.life.doom = 'after'
    await perform([step])
  }

  async function ring(): Promise<void> {
    const due = timers.filter(({ at }) => at <= clock)
    timers = timers.filter(({ at }) => at > clock)
    for (const timer of due) timer.ring()
    await settled()
  }

  async function advance(byMs: number): Promise<void> {
    const soonest = Math.min(...steps.map(({ due }) => due))
    const late = steps.find(({ due }) => due <= clock)
    if (late) return perform([late])
    const target = Math.min(clock + byMs, soonest)
    for (let before = steps.length; clock < target && steps.length === before;) {
      clock = Math.min(target, ...living().map(({ next }) => next), ...timers.map(({ at }) => at))
      for (const beat of living().filter(({ next }) => next <= clock)) {
        beat.next = clock + beat.ms
        beat.ring()
      }
      if (timers.some(({ at }) => at <= clock)) await ring()
    }
    await settled()
  }

  const living = (): readonly Beat[] => beats.filter(({ life }) => life.alive)

  return {
    random,
    story,
    lives,
    calm: false,
    now: () => clock,
    note,
    start(name) {
      const life: Life = { name, alive: true, doom: null }
      lives.push(life)
      note(`${name} starts`)
      return life
    },
    kill,
    step: <T>(life: Life, what: string, act: () => Promise<T> | T, withinMs: number) =>
      new Promise<T>((resolve, reject) => {
        if (!life.alive) return
        const done = async (): Promise<() => void> => {
          try {
            const value = await act()
            return () => resolve(value)
          } catch (thrown) {
            return () => reject(thrown)
          }
        }
        steps.push({ life, what, due: clock + withinMs, act: done })
      }),
    at(moment, ringing) {
      const timer = { at: moment, ring: ringing }
      timers.push(timer)
      return () => void (timers = timers.filter((each) => each !== timer))
    },
    every: (ms, life, ringing) => void beats.push({ life, ms, next: clock + ms, ring: ringing }),
    perform: performSome,
    ambush,
    advance,
    async drain() {
      await settled()
      while (steps.length > 0 || timers.length > 0) {
        if (steps.length > 0) await performSome(1)
        else await advance(Math.min(...timers.map(({ at }) => at)) - clock)
      }
    },
    get isIdle() {
      return steps.length === 0
    },
  }
}

/** Everything that does not wait for the world has happened by the next turn of the event loop. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
