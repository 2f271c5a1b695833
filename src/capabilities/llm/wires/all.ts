import { chat } from './chat.ts'
import { messages } from './messages.ts'
import type { WireName } from './policy.ts'
import { responses } from './responses.ts'
import type { Wire } from './wire.ts'

export const WIRES: Readonly<Record<WireName, Wire>> = { chat, messages, responses }
