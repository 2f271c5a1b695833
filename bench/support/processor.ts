import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of `/proc/<pid>/stat` in a second, as Linux has them everywhere. */
const TICKS = 100

/** From the state on; the numbers of proc(5) less three. */
const fieldsOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** Seconds of processor time that a process has taken, all its threads together. */
export function processorSeconds(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** The same of a process, of its children, and of those that have ended. */
export function processorSecondsOfTree(pid: number): number {
  const fields = fieldsOf(pid)
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS
  return processorSeconds(pid) + ended + sumOf(childrenOf(pid).map(processorSeconds))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => {
      try {
        return other > 0 && Number(fieldsOf(other)[1]) === pid
      } catch {
        return false
      }
    })
}
