import type { StandIn } from './define.ts'

/** Without a provider, the echo answers. */
const llm: StandIn = async () => ({ LLM_ECHO: 'true' })

export default llm
