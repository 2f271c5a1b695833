import { answerMedia, OPENROUTER } from '../llm/media.ts'
import { standIn } from './define.ts'

export default standIn({ ...OPENROUTER, answer: answerMedia })
