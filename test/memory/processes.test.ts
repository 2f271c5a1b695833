/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openDb } from '../../src/stores/open.ts'
import { ENGINES } from '../support/engines.ts'

const PROCESSES = 4
/** `npm run test:long` asks for 10,000. */
const INCREMENTS = Number(process.env['MEMORY_INCREMENTS'] ?? 2_500)
const AT_ONCE = 64
const SCRIPT = new URL('../support/memory/incrementer.ts', import.meta.url).pathname

test.each(ENGINES)(
  `on $name, ${PROCESSES} processes with ${INCREMENTS} increments each end at exactly their sum`,
  { timeout: 240_000 },
  async (engine) => {
    const place = await engine.place()
    const db = await openDb(place)
    const ended = Array.from({ length: PROCESSES }, async () => {
      const args = [SCRIPT, JSON.stringify(place), String(INCREMENTS), String(AT_ONCE)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
      const [code] = (await once(child, 'exit')) as [number]
      return code
    })
    expect(await Promise.all(ended)).toEqual([0, 0, 0, 0])
    const total = PROCESSES * INCREMENTS
    const values = await db.all('select value, counter from memory_values')
    expect(values).toEqual([{ value: String(total), counter: total }])
    expect(await db.one('select count(*) as sold from sales')).toEqual({ sold: total })
    expect(await db.all('select seq from memory_spaces')).toEqual([{ seq: total }])
    await db.close()
    await place.remove()
  },
)
