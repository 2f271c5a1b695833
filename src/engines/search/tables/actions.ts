/** Actions in the real world, which a service that looks up and computes seldom performs. */
export const ACTIONS = `
  send buy purchase reserve hire sell deliver donate withdraw
  upload publish invite subscribe unsubscribe retweet schedule cancel remind renew reset submit
  apply enrol enroll vote install deploy login log sing compose paint upscale recommend
  cook bake wash feed ride drive repair assemble teach train learn listen animate restart
  colorize colourise sew mow iron vacuum babysit tow shave massage marry adopt cure heal sue guess
  unlock reboot park tutor coach renovate weld tattoo harvest breed adjust dim mute snooze refund
  photograph rehearse decorate furnish
`

/** The same, but only with an object: `book the hotel`, not `book about hotels`. */
export const ACTIONS_TO = `
  email mail fax text phone call dial ring message book order pay rent ship post tweet share reply
  join file block host record play watch print draw design clean walk water fly swap delete
  wake report edit trim comment open close start stop lock charge
`

/** Things that people own and no service can reach. */
export const OWNED = `
  phone smartphone mobile iphone computer laptop pc tablet printer router tv television watch
  car bike house home flat room kitchen garden garage door fridge
  account inbox mailbox mails emails messages contacts profile passport licence
  boss wife husband mother mum mom father dad parents brother sister son daughter kids child
  friend friends neighbour neighbor landlord colleague dentist doctor grandma grandpa
  dog cat hair teeth job luggage salary insurance weight grandparents ancestors heating thermostat alarm lights bills taxes homework
`
