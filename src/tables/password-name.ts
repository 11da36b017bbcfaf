/** Words that may end compounds (`Benutzerpasswort`), and words too short for that. */
export const LONG_NAMES =
  'passwor[dt]|passwd|passphrase|passcode|kennwort|contrase[\u00f1n]a|mot de passe|wachtwoord|salasana|l[\u00f6\u00d6]senord|adgangskode|[\u043f\u041f]\u0430\u0440\u043e\u043b\u044c|\u5bc6[\u7801\u78bc]|\u30d1\u30b9\u30ef\u30fc\u30c9';
export const SHORT_NAMES = 'pass|passwords|pwd|pw|psk|senha|parola|has[\u0142l]o|heslo|jelsz[\u00f3o]';
/** A number, a colon or a remark in brackets after the name in a label. */
export const NAME_END = '(?:[ _-]?[0-9]{1,2})?[ :*]*(?:[([][^)\\]]*[)\\]])?$';
const PASSWORD = new RegExp(`(?:${LONG_NAMES}|(?:^|[ _/.-])(?:${SHORT_NAMES}))${NAME_END}`);

/** Tests a short label in lower case, such as the header of a column. */
export function isPasswordName(label: string): boolean {
  return PASSWORD.test(label);
}
