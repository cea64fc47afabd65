/** Plug-ins. */
export const PLUGINS_ERRORS = {
  allowedListDamaged:
    'The list of allowed plug-in folders is damaged ({{path}}: {{reason}}). Remove the file, then allow the folders again.',
  chainClosed: 'This chain was closed.',
  chainFull: 'A channel takes {{count}} plug-ins. Take one out of "{{name}}" first.',
  folderForbidden: 'You may not read {{path}}. Check its permissions.',
  folderNeedsTerminal:
    "Plug-ins are programs, so a web page can't add a folder alone. Open a terminal, run: {{command}} and press Add again.",
  folderNotAllowed: '{{folder}} was not added: it was not allowed.',
  foldersFull: '{{count}} folders are searched at most. Take one out first.',
  noFolder: 'There is no folder {{path}}. Check its name, or make it first.',
  noParameter: '"{{name}}" has no parameter {{parameter}}. It has {{known}}.',
  noSideChain: '"{{name}}" has no side-chain to hear another channel with.',
  pluginDoesNotRun: 'The plug-in does not run.',
  pluginFailed: 'The plug-in {{path}} has failed: {{reason}}',
  pluginFileUnknown: '{{path}} is not among the files that were found. Scan again.',
  pluginFolderElsewhere:
    "The plug-in folder {{folder}} can't be added with other settings. Add it on the Plug-ins screen, where you are asked to allow it. Nothing was changed.",
  pluginHostMissing:
    'The audio engine did not get the path of the program that loads plug-ins. Run "npm start" once.',
  pluginManyTimes:
    'The chain of "{{name}}": the plug-in {{pluginId}} is there {{count}} times: say which by its own id.',
  pluginNotInChain: 'This plug-in is no longer in the chain.',
  pluginNotInNamedChain: 'The chain of "{{name}}": the plug-in {{pluginId}} is not in it.',
  pluginNotInstalled:
    '"{{name}}" is not installed on this machine. Install it and scan for plug-ins, or take it out of the chain.',
  pluginPresetGone: 'There is no preset "{{name}}" of this plug-in any more.',
  pluginPresetsUnreadable: 'The presets in {{folder}} cannot be read: {{reason}}.',
  pluginRefused: 'The plug-in refused.',
  pluginTakenOut: 'The plug-in was taken out of the chain meanwhile.',
  pluginTooSlow: 'The plug-in does not keep up. Try again in a moment.',
  pluginUnintelligible: 'What the plug-in says of itself cannot be understood.',
  pluginUnknown: 'There is no plug-in {{pluginId}} in the catalogue. Install it, or scan for plug-ins again.',
  pluginsDoNotRun: 'The plug-ins of this channel do not run.',
  pluginsMonoStereo:
    'Plug-ins take mono and stereo; this recording has {{channels}} channels. Split it first.',
  pluginsNotBuilt:
    'This build of the audio engine cannot use plug-ins. Run "npm start" once to rebuild the engine.',
  pluginsNotOpen: 'The plug-ins of this channel are not open.',
  pluginsNotStarted: 'The plug-ins of this channel could not be started.',
  presetFileUnreadable: "The preset {{path}} can't be read. Check that it is there and that you may read it.",
  presetTooLarge: '{{path}} is larger than {{megabytes}} MB, too large for a preset. Choose another one.',
  questionOpen: 'Answer the question that is open already, then try again.',
  sideChainHearsOther: 'A side-chain hears another channel. Choose one, or none.',
  sideChainsFull: 'The side-chains of one channel hear {{count}} others at most. Choose one of those.',
} as const;
