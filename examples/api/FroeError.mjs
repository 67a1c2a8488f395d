import { chunk, FroeError, froeErrorCodes } from 'froe';

try {
  await chunk('Oak.', { maxTokns: 300 });
} catch (error) {
  console.log(error instanceof FroeError, error.code, froeErrorCodes[error.code]); // true bad-option an argument, an option or a setting that does not exist or is not allowed
  console.log(`${error.message}. ${error.hint.split('?')[0]}?`); // chunk(): unknown option 'maxTokns'. Did you mean maxTokens?
}
