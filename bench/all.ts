import { benchBoot } from './boot.ts'
import { benchCalls } from './calls.ts'
import { benchExtract } from './extract.ts'
import { benchLlm } from './llm.ts'
import { benchMemory } from './memory.ts'
import { benchMpp } from './mpp.ts'
import { benchPages } from './pages.ts'
import { benchFind } from './search.ts'
import { benchX402 } from './x402.ts'

/** Every figure of docs/performance.md that is a ratio; each against a baseline of the same run. */
benchFind()
await benchBoot()
await benchCalls()
await benchX402()
await benchMpp()
await benchMemory()
await benchExtract()
await benchPages()
await benchLlm()
