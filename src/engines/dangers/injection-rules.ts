/** A pattern of an injection in folded text, and how likely it alone shows an attack, 0 to 1. */
export interface InjectionRule {
  readonly rule: string
  readonly weight: number
  readonly pattern: RegExp
}

const NEAR = '[^.!?。！？]{0,40}?'

/** Words that follow each other within a sentence, in one language. */
const nearby = (...words: readonly string[]): RegExp =>
  new RegExp(words.map((word) => `(?:${word})`).join(NEAR), 'gu')

const rule = (name: string, weight: number, ...patterns: readonly RegExp[]) =>
  patterns.map((pattern): InjectionRule => ({ rule: name, weight, pattern }))

const EARLIER =
  'previous|prior|above|earlier|preceding|foregoing|initial|original|existing|current|other|system|all|any|your|every'
const ORDERS =
  'instructions?|prompts?|rules|directions|directives|guidelines|guardrails|commands|constraints|restrictions|programming|policies|safety|context'
const AI =
  'ai|a\\.i\\.|llms?|language models?|chatbots?|(?:ai )?assistants?|(?:ai )?agents?|chatgpt|gpt|claude|gemini|copilot'
const SECRETS =
  '(?:api|private|secret|access)[ _-]?keys?|(?:the|your) keys?|passwords?|secrets|credentials|access tokens?|seed phrases?|chat (?:history|logs?)|(?:this|the|our) conversation|system prompts?|environment variables|\\.env|ssh keys?|session cookies?|personal (?:data|information)'

/** `ignore the instructions above`, in fourteen languages. */
const OVERRIDES: readonly RegExp[] = [
  nearby(
    '\\b(?:ignore|disregard|forget|override|bypass|discard|neglect|abandon|(?:do not|don.t|stop) (?:follow(?:ing)?|obey(?:ing)?)|pay no attention to)\\b',
    `\\b(?:${EARLIER})\\b`,
    `\\b(?:${ORDERS})\\b`,
  ),
  nearby(
    '\\b(?:ignore|disregard|forget) (?:everything|all|anything)',
    '\\b(?:above|before|previously|prior|earlier|you were told|you know)\\b',
  ),
  nearby(
    'ignorier|vergiss|vergessen sie|missachte|beachte',
    'anweisung|instruktion|befehl|vorgabe',
    '(?:nicht )?',
  ),
  nearby(
    '\\b(?:ignore[zr]?|oublie[zr]?|néglige[zr]?|ne (?:tiens|tenez) pas compte)\\b',
    'instructions|consignes|règles|directives',
  ),
  nearby(
    '\\b(?:ignor[ae]r?|olvid[ae]r?|omit[ae]|desestim[ae])\\b',
    'instrucciones|órdenes|reglas|indicaciones',
  ),
  nearby(
    '\\b(?:ignor[ae]r?|esqueç[ao]|esquecer|desconsider[ae])',
    'instruções|regras|ordens|comandos',
  ),
  nearby(
    '\\b(?:ignora|ignorate|dimentica|dimenticate|trascura)\\b',
    'istruzioni|regole|ordini|direttive',
  ),
  nearby('\\b(?:negeer|vergeet)\\b', 'instructies|regels|aanwijzingen|opdrachten'),
  nearby('\\b(?:zignoruj|ignoruj|zapomnij|pomiń)', 'instrukcj|polece|zasad'),
  nearby('игнорируй|забудь|не обращай|не следуй', 'инструкци|указани|правил|команд'),
  nearby('talimat|komut|kural', 'yok say|görmezden gel|dikkate alma|unut'),
  /(?:忽略|无视|無視|忘记|忘記|忽視|不要理会|不要遵守)[^。！？]{0,15}(?:指令|指示|提示|规则|規則|说明|命令)/gu,
  /(?:指示|命令|ルール|プロンプト|指令)[^。！？]{0,10}(?:無視|忘れ|従わない)/gu,
  /(?:지시|명령|규칙|프롬프트)[^.!?]{0,12}(?:무시|잊)/gu,
  /(?:تجاهل|انس)[^.!?]{0,40}(?:التعليمات|الأوامر|القواعد)/gu,
]

const LEAKS: readonly RegExp[] = [
  nearby(
    '\\b(?:reveal|show|print|repeat|output|display|tell|give|leak|expose|copy|write|paste|translate|summari[sz]e|what (?:is|are|was|were))\\b',
    '\\b(?:system prompts?|(?:hidden|initial|developer|secret) (?:prompts?|instructions|messages?)|your (?:initial |original |system |developer |secret |hidden )?(?:instructions|prompt|rules|guidelines|configuration))\\b',
  ),
  nearby(
    '\\b(?:repeat|print|output|copy|say)\\b',
    '\\b(?:everything|all|the (?:text|words|sentences))\\b',
    '\\b(?:above|before this)\\b',
  ),
]

const MARKUP: readonly RegExp[] = [
  /<\|(?:im_(?:start|end|sep)|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|channel|message)\|>/gu,
  /\[\/?inst\]|<<\/?sys>>|<\/?(?:system(?:[_-]?prompt)?|assistant|tool_call|function_calls?|tool_response|system-reminder)>|<(?:start|end)_of_turn>/gu,
  /(?<=^|\n)\s?#{2,4} ?(?:system|instruction|assistant|human)s?(?: (?:prompt|message))? ?:/gu,
  /(?:begin|end|start of|end of) (?:new )?(?:system|developer|admin) (?:prompt|message|instructions?)/gu,
]

const ROLES: readonly RegExp[] = [
  /\byou are (?:now|no longer) (?:an? |in |the |called |named |bound |dan\b)/gu,
  nearby(
    '\\b(?:act|behave|respond|answer|pretend|roleplay|role-play)\\b',
    '\\b(?:unrestricted|uncensored|unfiltered|jailbroken|evil|amoral|without (?:any )?(?:restrictions?|filters?|limits|limitations|rules|censorship|guidelines))\\b',
  ),
  /\b(?:do anything now|jailbreak(?:ed)? mode|(?:developer|debug|god|sudo|root|admin|dan) mode (?:is )?(?:enabled|activated|on|engaged)|enable (?:developer|god|dan|jailbreak) mode)\b/gu,
  /\bpretend (?:that )?(?:to be|you(?:'re|’re| are)(?: not)?) (?:an? )?(?:ai|human|admin|developer|hacker|bound|system)/gu,
]

/** Within a sentence, but not across the quotes and braces of code, nor by a link to reset. */
const NEARER = '(?:(?!\\b(?:link|reset|create|new)\\b)[^.!?"{}\\n]){0,30}?'
const SENT =
  '\\b(?:send|post|upload|forward|transmit|exfiltrate|leak|submit|append|deliver|disclose|hand over|e-?mail (?:me|us|it|them|all|the|your|any|every))\\b'

const THEFT: readonly RegExp[] = [
  new RegExp(`${SENT}(?= )${NEARER}\\b(?:${SECRETS})\\b`, 'gu'),
  /!\[[^\]]{0,100}\]\(\s?https?:\/\/[^)\s]{1,500}[?&/=](?:\{|\$|<|%7b|\[)[^)]{0,200}\)/gu,
  nearby(
    '\\b(?:curl|wget|fetch|invoke-webrequest)\\b',
    '(?:\\$\\(|`|\\$\\{?)[^ ]{0,40}(?:env|key|secret|token|passw)',
  ),
]

const SECRECY: readonly RegExp[] = [
  nearby(
    '\\b(?:do not|don.t|never|without|avoid)\\b (?:ever )?\\b(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|alert|alerting|notify|notifying|warn|warning|disclose|disclosing|say|saying)\\b',
    '\\b(?:the |this to (?:the )?|to (?:the )?)?(?:users?|humans?|operators?|owners?|customers?)\\b',
  ),
]

const TASKS: readonly RegExp[] = [
  /\b(?:your )?(?:new|updated|real|true|actual|only) (?:instructions?|task|objective|goal|directives?|mission) (?:is|are|follows?|:)/gu,
  /\bfrom now on,? (?:you|all|every|only|always|respond|answer|reply)\b/gu,
  /\b(?:instead,?|you must now|now you must|you will now)(?: you)?(?: must| should| will| only| always| immediately)? (?:say|reply|respond|output|answer|print|execute|obey|follow)\b/gu,
  /\b(?:reply|respond|answer) (?:only|exclusively|exactly) with\b/gu,
]

const ADDRESSED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:attention|note|notice|message|instructions?|reminder|dear|hello|hey|important)[:,]?(?: (?:to|for))?(?: (?:all|any|the|every))? (?:${AI})\\b`,
    'gu',
  ),
  new RegExp(`\\bif you(?:'re|’re| are)(?: an?| the)? (?:${AI})\\b`, 'gu'),
  nearby(
    '\\b(?:this is|message from|sent by|authorized by|on behalf of|signed by)',
    '\\b(?:openai|anthropic|google deepmind|your (?:developers?|creators?|administrators?|operators?))\\b',
  ),
  /\b(?:admin(?:istrator)?|system|security|safety|policy) override\b/gu,
]

const FAVOURS: readonly RegExp[] = [
  nearby(
    '\\b(?:always|must|only|strongly)\\b',
    '\\b(?:recommend|hire|rank|prefer|choose|rate|approve|select)\\b',
    '\\b(?:this|our|my) (?:candidate|applicant|resume|cv|product|tool|server|plugin|company|paper|submission)\\b',
  ),
  nearby(
    '\\b(?:give|rate|score|review)\\b',
    '\\b(?:this (?:paper|product|essay|submission|tool)|a positive review)\\b',
    '\\b(?:positive|highest|maximum|10/10|five stars|accept)\\b',
  ),
]

const PAYMENTS: readonly RegExp[] = [
  nearby(
    '\\b(?:send|transfer|pay|wire|approve|sign)\\b',
    '\\b(?:eth|usdc|usdt|btc|sol|funds|tokens|money|dollars|balance|payment|transaction)\\b',
    '(?:0x[0-9a-f]{6}|\\b(?:to|into) (?:the |this |my )?(?:following )?(?:wallet|address|account)\\b)',
  ),
]

/** Where a text that is shown hides a part of itself. */
const UNSEEN =
  /<[a-z][^<>]{0,200}style ?= ?["'][^"'<>]{0,200}(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?![.\d])|color ?: ?(?:white|#fff(?:fff)?\b|transparent)|(?:left|top|text-indent) ?: ?-\d{4})/gu

export const INJECTION_RULES: readonly InjectionRule[] = [
  ...rule('override', 0.7, ...OVERRIDES),
  ...rule('prompt-leak', 0.6, ...LEAKS),
  ...rule('chat-markup', 0.6, ...MARKUP),
  ...rule('new-role', 0.6, ...ROLES),
  ...rule('data-theft', 0.6, ...THEFT),
  ...rule('payment', 0.5, ...PAYMENTS),
  ...rule('secrecy', 0.5, ...SECRECY),
  ...rule('new-task', 0.4, ...TASKS),
  ...rule('addressed-to-model', 0.4, ...ADDRESSED),
  ...rule('favour', 0.4, ...FAVOURS),
  ...rule('role-label', 0.2, /(?<=^|\n)\s?(?:system|assistant|human|developer) ?: /gu),
  ...rule(
    'pipe-to-shell',
    0.3,
    /\b(?:curl|wget)\b[^\n|]{1,300}\| ?(?:sudo )?(?:ba|z)?sh\b|\brm -rf [~/]/gu,
  ),
  ...rule('hidden-style', 0.2, UNSEEN),
]

/** Letters apart: `i g n o r e`. */
export const SPACED = /(?<![\p{L}])\p{L}(?:[ .*_-]{1,2}\p{L}){7,200}(?!\p{L})/gu
export const SPACED_WORDS = /ignore|disregard|forget|instruction|prompt|system|override|bypass/u
