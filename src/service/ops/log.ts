import { pino } from 'pino'
import { openOutput } from './output.ts'

export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
  /** An `info` line whose fields are JSON already, without braces; null where none is written. */
  readonly written?: ((fields: string, message: string) => void) | null
}

const STDOUT = 1

/**
 * Writes to the standard output without blocking the event loop. Warnings and errors are written at
 * once. At the end of the process all is written but lines of calls that ended in its last turn.
 */
export function createLog(level: string): Log {
  const output = openOutput(STDOUT)
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const log = pino(options, output)
  let lines = ''
  function handOver(): void {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  /** The lines of one turn are one write. */
  function writeLine(fields: string, message: string): void {
    if (lines === '') setImmediate(handOver)
    lines += `{"level":"info","time":${Date.now()},${fields},"msg":"${message}"}\n`
  }
  return {
    written: log.isLevelEnabled('info') ? writeLine : null,
    info(fields, message) {
      handOver()
      log.info(fields, message)
    },
    warn(fields, message) {
      handOver()
      log.warn(fields, message)
      output.flush()
    },
    error(fields, message) {
      handOver()
      log.error(fields, message)
      output.flush()
    },
  }
}

const CAUSES_MAX = 4

/**
 * A thrown value as the operator may read it: names, codes and places, but no message of a caller.
 */
export function causeOf(thrown: unknown): string {
  const parts: string[] = []
  for (
    let cause = thrown;
    cause instanceof Error && parts.length < CAUSES_MAX;
    cause = cause.cause
  ) {
    const code = 'code' in cause ? ` [${String(cause.code)}]` : ''
    parts.push(`${cause.name}${code}: ${firstLine(cause.message)}${placeOf(cause)}`)
  }
  return parts.length > 0 ? parts.join(' <- ') : String(thrown)
}

const firstLine = (text: string): string => redacted(text.split('\n')[0] ?? '').slice(0, 200)

/** Addresses in messages may carry keys in their query or user part. */
const redacted = (text: string): string =>
  text.replace(/(https?:\/\/)[^\s/@]*@/g, '$1').replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1')

function placeOf({ stack }: Error): string {
  const line = stack?.split('\n').find((each) => /\bsrc\//.test(each))
  const place = line && /src\/[^\s):]+:\d+/.exec(line)?.[0]
  return place ? ` (${place})` : ''
}
