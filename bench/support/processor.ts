import { readFileSync } from 'node:fs'

/** Ticks of `/proc/<pid>/stat` in a second, as Linux has them everywhere. */
const TICKS = 100

/** Seconds of processor time that a process has taken, all its threads together. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
