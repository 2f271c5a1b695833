import { startHearing } from './service/process/hearing.ts'

// Signals are heard from here on; all else is loaded only now, for that takes half a second.
const hearing = startHearing()
const { runProcess } = await import('./service/process/process.ts')
await runProcess(hearing)
