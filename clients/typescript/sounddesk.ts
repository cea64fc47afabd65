/* oxlint-disable */

// Made from docs/api/openapi.json by scripts/write-api.mjs.

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code:
    | 'BAD_INPUT'
    | 'BAD_FRAME'
    | 'UNKNOWN_NAME'
    | 'UNAUTHENTICATED'
    | 'HOST_UNVERIFIED'
    | 'VERSION_MISMATCH'
    | 'TOO_MANY_REQUESTS'
    | 'CANCELLED'
    | 'CONNECTION_LOST'
    | 'UNSUPPORTED'
    | 'INTERNAL'
    | 'ENGINE_UNAVAILABLE'
    | 'ENGINE_STOPPED'
    | 'LIVE_ALREADY_RUNNING'
    | 'LIVE_NOT_RUNNING'
    | 'CAPTURE_ALREADY_RUNNING'
    | 'CAPTURE_NOT_RUNNING'
    | 'CHANNEL_NOT_FOUND'
    | 'NO_ENABLED_CHANNEL'
    | 'TAKE_ALREADY_RUNNING'
    | 'TAKE_NOT_RUNNING'
    | 'DEVICE_NOT_FOUND'
    | 'DEVICE_UNAVAILABLE'
    | 'DEVICE_LOST'
    | 'BAD_OPTION'
    | 'FILE_NOT_FOUND'
    | 'FILE_EMPTY'
    | 'FILE_UNREADABLE'
    | 'FILE_UNWRITABLE'
    | 'FILE_BEYOND_LIMITS'
    | 'FORMAT_UNSUPPORTED'
    | 'DISK_FULL'
    | 'SETTINGS_UNWRITABLE'
    | 'CONFIRMATION_NEEDED'
    | 'KEYS_UNWRITABLE'
    | 'BROWSERS_UNWRITABLE'
    | 'PRESET_NOT_FOUND'
    | 'PRESET_DEFAULT'
    | 'PRESETS_UNWRITABLE'
    | 'TEMPLATE_NOT_FOUND'
    | 'TEMPLATE_EXISTS'
    | 'TEMPLATE_UNWRITABLE'
    | 'PLUGIN_HOST_UNAVAILABLE'
    | 'PLUGIN_NOT_FOUND'
    | 'PLUGIN_NOT_A_MODULE'
    | 'PLUGIN_NO_FACTORY'
    | 'PLUGIN_NO_AUDIO_CLASS'
    | 'PLUGIN_CLASS_NOT_FOUND'
    | 'PLUGIN_REFUSED'
    | 'PLUGIN_LOAD_FAILED'
    | 'PLUGIN_BUSES_UNSUPPORTED'
    | 'PLUGIN_CRASHED'
    | 'PLUGIN_TIMED_OUT'
    | 'PLUGIN_BAD_ANSWER'
    | 'PLUGIN_BAD_SAMPLES'
    | 'PLUGIN_FAILED'
    | 'PLUGIN_NOT_LOADED'
    | 'PLUGIN_CHAIN_FULL'
    | 'PLUGIN_PRESET_INVALID'
    | 'PLUGIN_EDITOR_UNAVAILABLE'
    | 'PARAMETER_NOT_FOUND'
    | 'SERVER_UNREACHABLE'
    | 'LICENCE_REFUSED'
    | 'LICENCE_UNWRITABLE'
    | 'FREE_TIER_USED_UP'
    | 'PLAN_LIMIT'
    | 'DESTINATION_NOT_FOUND'
    | 'BROADCAST_ALREADY_RUNNING'
    | 'BROADCAST_NOT_RUNNING'
    | 'KEY_MISSING'
    | 'KEY_REFUSED'
    | 'PROVIDER_REFUSED'
    | 'PROVIDER_UNREACHABLE'
    | 'QUOTA_USED_UP'
    | 'SPENDING_CAP'
    | 'ACCOUNT_NOT_CONNECTED'
    | 'ACCOUNT_REFUSED'
    | 'PROJECT_IN_USE'
    | 'SCOPE_MISSING'
    | 'NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'MISDIRECTED'
    | 'ORIGIN_REFUSED'
    | 'TOO_SLOW'
    | 'HEADERS_TOO_LARGE'
    | 'CHANGED_MEANWHILE'
    | 'TOO_LARGE'
    | 'LENGTH_MISSING'
    | 'TYPE_UNSUPPORTED'
    | 'RANGE_UNSATISFIABLE'
    | 'KEY_REUSED';
  retryable: boolean;
};

export type StartNoiseCancellationInput = {
  profile: string;
  sensitivity?: number;
  noiseReduction?: number;
  realTime?: boolean;
};

export type StartNoiseCancellationAnswer = {
  sessionId: string;
  status: 'active' | 'inactive';
  profile: string | null;
  metrics: { latencyMs: number | null; reductionDb: number | null };
};

export type CreateRecordingInput = {
  tracks: { type: 'audio' | 'video'; source: string; channel: number }[];
  quality?: 'standard' | 'high' | 'maximum';
  format?: 'wav' | 'flac';
};

export type CreateRecordingAnswer = {
  recordingId: string;
  status: 'recording' | 'paused' | 'stopped';
  tracks: number;
  estimatedSize: string;
};

export type StartBroadcastInput = {
  title: string;
  platforms: ('youtube' | 'twitch' | 'facebook' | 'kick' | 'linkedin' | 'x' | 'custom')[];
  quality?: '1080p60' | '1080p30' | '720p60' | '720p30' | '1080p' | '720p';
  adaptiveBitrate?: boolean;
};

export type StartBroadcastAnswer = {
  broadcastId: string;
  status: 'idle' | 'checking' | 'live' | 'degraded' | 'ending' | 'ended';
  platforms: {
    name: string;
    status: 'off' | 'connecting' | 'live' | 'slow' | 'reconnecting' | 'refused' | 'ended';
  }[];
  totalViewers: number | null;
  streamHealth: 'good' | 'fair' | 'poor' | 'unknown';
};

export type TranscribeVoiceInput = {
  audio: string;
  language?: string;
  translate?: ('es' | 'fr' | 'de' | 'it' | 'pt' | 'ru' | 'ja' | 'ko' | 'zh')[];
};

export type TranscribeVoiceAnswer = {
  transcriptionId: string;
  originalText: string;
  translations: Record<string, string>;
  confidence: number | null;
  processingTime: number;
};

export type ReadNoiseCancellationAnswer = {
  process: 'idle' | 'starting' | 'running' | 'restarting' | 'failed';
  restarts: number;
  lastFailure: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
    atMs: number;
  } | null;
  live: {
    startedAtMs: number;
    elapsedSec: number;
    inputDevice: { id: string; name: string };
    outputDevice: { id: string; name: string };
    monitorDevice: { id: string; name: string } | null;
    sampleRate: 44100 | 48000 | 96000;
    bufferFrames: 128 | 256 | 512 | 1024;
    realtimePriority: { granted: boolean; reason: string | null };
    chain: {
      inputGain: number;
      echoCancellation: boolean;
      automaticGain: boolean;
      denoise: { engine: 'rnnoise' | 'off'; sensitivity: number; reduction: number };
      deHum: { isOn: boolean; amount: number };
      deClick: { isOn: boolean; amount: number };
      dePlosive: { isOn: boolean; amount: number };
      deReverb: { isOn: boolean; amount: number };
      deBreath: { isOn: boolean; amount: number };
      gate: { isOn: boolean; threshold: number };
      deEsser: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
      equalizer: { isOn: boolean; gainsDb: number[] };
      compressor: {
        isOn: boolean;
        thresholdDb: number;
        ratio: number;
        attackMs: number;
        releaseMs: number;
        makeupGainDb: number;
        kneeDb: number;
      };
      leveler: { isOn: boolean; targetLufs: number };
      voicePreservation: boolean;
      adaptiveMode: boolean;
      outputVolume: number;
    };
    listening: 'clean' | 'raw' | 'off' | 'removed';
    presetId: string | null;
  } | null;
};

export type ChangeNoiseCancellationInput = {
  chain: {
    inputGain: number;
    echoCancellation: boolean;
    automaticGain: boolean;
    denoise: { engine: 'rnnoise' | 'off'; sensitivity: number; reduction: number };
    deHum?: { isOn: boolean; amount: number };
    deClick?: { isOn: boolean; amount: number };
    dePlosive?: { isOn: boolean; amount: number };
    deReverb?: { isOn: boolean; amount: number };
    deBreath?: { isOn: boolean; amount: number };
    gate?: { isOn: boolean; threshold: number };
    deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
    equalizer?: { isOn: boolean; gainsDb: number[] };
    compressor?: {
      isOn: boolean;
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    };
    leveler?: { isOn: boolean; targetLufs: number };
    voicePreservation?: boolean;
    adaptiveMode?: boolean;
    outputVolume: number;
  };
  presetId: string | null;
};

export type ReadRecordingAnswer = {
  take: {
    id: string;
    name: string;
    folder: string;
    startedAtMs: number;
    isPaused: boolean;
    recordedSec: number;
    hasChannels: boolean;
    hasSound: boolean;
    channelIds: string[];
    isMicrophoneMuted: boolean | null;
    progress: {
      recordedSec: number;
      isPaused: boolean;
      bytesWritten: number;
      secondsLeft: number | null;
      gaps: number;
      missingFrames: number;
      clockDriftMs: number;
    } | null;
    markers: { label: string; atSec: number }[];
    tracks: {
      id: string;
      sourceId: string | null;
      kind: 'video' | 'screen';
      name: string;
      width: number;
      height: number;
      framesWritten: number;
      framesDropped: number;
      bytesWritten: number;
      isEnded: boolean;
    }[];
    sources: {
      id: string;
      kind: 'video' | 'screen';
      name: string;
      trackId: string | null;
      missingSinceSec: number | null;
      gapCount: number;
      missedSec: number;
    }[];
  } | null;
  lastTake: {
    id: string;
    name: string;
    folder: string;
    recordedSec: number;
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE'
      | null;
    message: string | null;
    continuedIn: string | null;
  } | null;
};

export type StartRecordingInput = { name?: string | null };

export type ReadBroadcastAnswer = {
  state: 'idle' | 'checking' | 'live' | 'degraded' | 'ending' | 'ended';
  isMultiStream: boolean;
  destinations: {
    id: string;
    platform: 'youtube' | 'twitch' | 'facebook' | 'kick' | 'linkedin' | 'x' | 'custom';
    name: string;
    address: string;
    watchLink: string | null;
    catchesUp: boolean;
    isConstantRate: boolean | null;
    isEnabled: boolean;
    usesAccount: boolean;
    hasKey: boolean;
    health: {
      state: 'off' | 'connecting' | 'live' | 'slow' | 'reconnecting' | 'refused' | 'ended';
      attempt: number;
      nextTryInMs: number | null;
      openBytes: number;
      lastAckAgeMs: number | null;
      behindMs: number;
      kbps: number;
      sentBytes: number;
      acknowledgedBytes: number | null;
      framesSent: number;
      framesAcknowledged: number | null;
      groupsSkipped: number;
      framesSkipped: number;
      packetsLost: number;
      reconnects: number;
      reason: { failure: string; message: string } | null;
    } | null;
  }[];
  keysKeptIn: 'keychain' | 'file';
  live: {
    title: string;
    description: string;
    quality: '1080p60' | '1080p30' | '720p60' | '720p30';
    elapsedSec: number;
    feed: number;
    framesMade: number;
    framesHeld: number;
    soundFrom: 'engine' | 'silence';
    soundProblem: string | null;
    isMuted: boolean;
  } | null;
  interrupted: {
    version: 1;
    title: string;
    description: string;
    quality: '1080p60' | '1080p30' | '720p60' | '720p30';
    destinations: string[];
    startedAt: string;
  } | null;
};

export type GoLiveInput = {
  title: string;
  destinations: string[];
  sceneId?: string | null;
  quality?: '1080p60' | '1080p30' | '720p60' | '720p30' | '1080p' | '720p';
  adaptiveBitrate?: boolean;
};

export type ListScenesAnswer = { items: { id: string; name: string }[]; next: null };

export type ShowSceneInput = {
  sceneId: string;
  transition?: ({ kind: 'cut' } | { kind: 'fade'; durationMs: number }) | null;
};

export type StopBroadcastAnswer = {
  version: 1;
  startedAt: string;
  durationSec: number;
  framesMade: number;
  framesHeld: number;
  clockDriftMs: number;
  soundPacketsMade: number;
  events: { label: string; atSec: number; kind: 'marker' | 'muted' | 'unmuted' }[];
  destinations: {
    id: string;
    address: string;
    grade: 'green' | 'amber' | 'red';
    framesSent: number;
    framesAcknowledged: number | null;
    soundPacketsSent: number;
    groupsSkipped: number;
    framesSkipped: number;
    packetsMissing: number;
    reconnects: number;
    sync: { startMs: number | null; endMs: number | null };
    outages: { message: string; fromSec: number; forSec: number | null }[];
    reasons: string[];
  }[];
};

export type ReadChatAnswer = {
  items: {
    id: string;
    platform: 'twitch' | 'youtube';
    author: string;
    text: string;
    atMs: number;
    isOwn: boolean;
  }[];
  next: string | null;
};

export type CreateSceneInput = { name: string; copyOf?: string | null };

export type ListBroadcastSoundsAnswer = {
  items: {
    levelDb: number;
    isPlaying: boolean;
    isLooped: boolean;
    id: string;
    name: string;
    durationSec: number;
    positionSec: number | null;
    problem: string | null;
  }[];
  next: string | null;
};

export type AddBroadcastSoundAnswer = {
  levelDb: number;
  isPlaying: boolean;
  isLooped: boolean;
  id: string;
  name: string;
  durationSec: number;
  positionSec: number | null;
  problem: string | null;
}[];

export type ChangeBroadcastSoundInput = { levelDb: number; isPlaying: boolean; isLooped: boolean };

export type ListTakesAnswer = {
  items: {
    id: string;
    name: string;
    status: 'recording' | 'finished' | 'recovered' | 'unfinished' | 'damaged';
    problem: string | null;
    startedAtMs: number | null;
    durationSec: number;
    trackCount: number;
    tracks: { audio: number; video: number; screen: number; mix: number };
    sound: { system: boolean; microphone: boolean };
    sizeBytes: number;
    grade: 'green' | 'amber' | 'red' | null;
    hasCleanVoices?: boolean;
    cleaning?: {
      engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
      sensitivity: number;
      reduction: number;
      levelLufs?: number | null;
      muteCrosstalk?: boolean;
      cleanedAtMs: number;
    } | null;
    labels?: { folder: string; tags: string[] };
    isDemo?: true;
  }[];
  next: string | null;
};

export type ReadTakeAnswer = {
  summary: {
    id: string;
    name: string;
    status: 'recording' | 'finished' | 'recovered' | 'unfinished' | 'damaged';
    problem: string | null;
    startedAtMs: number | null;
    durationSec: number;
    trackCount: number;
    tracks: { audio: number; video: number; screen: number; mix: number };
    sound: { system: boolean; microphone: boolean };
    sizeBytes: number;
    grade: 'green' | 'amber' | 'red' | null;
    hasCleanVoices?: boolean;
    cleaning?: {
      engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
      sensitivity: number;
      reduction: number;
      levelLufs?: number | null;
      muteCrosstalk?: boolean;
      cleanedAtMs: number;
    } | null;
    labels?: { folder: string; tags: string[] };
    isDemo?: true;
  };
  document: {
    schemaVersion: 1;
    name: string;
    status: 'recording' | 'finished' | 'recovered';
    mode: 'multitrack' | 'mixed' | 'both';
    tap: 'raw' | 'processed' | 'both';
    container: 'rf64' | 'flac' | 'webm';
    encoding: 'pcm24' | 'float32' | 'opus';
    sampleRate: number;
    startedAtMs: number | null;
    startFrame: number | null;
    frames: number;
    timecode: { source: 'timeOfDay' | 'ltc' | 'none'; timeReference: number | null; fps: number | null };
    markers: { atFrame: number; label: string }[];
    labels?: { folder: string; tags: string[] };
    isDemo?: true;
    pauses: { atFrame: number; frames: number }[];
    missedDeadlines: number;
    ended: {
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE';
      message: string;
    } | null;
    writer: { pid: number; startedTicks: number; bootId?: string | null };
    tracks: {
      id: string;
      name: string;
      kind: 'channel' | 'processed' | 'cleaned' | 'mix' | 'played';
      of?: string | null;
      colour?: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
      channels: number;
      file: string;
      peaks: string;
      device: { id: string; name: string; channels: number[] } | null;
      startFrame: number | null;
      framesExpected: number;
      framesWritten: number;
      gaps: {
        atFrame: number;
        spanFrames: number;
        missingFrames: number;
        reason: 'device' | 'standstill' | 'overflow' | 'late' | 'lost';
      }[];
      gapCount: number;
      missingFrames: number;
      dryFrames: number;
      xruns: number;
      clippedSamples: number;
      driftPpm: number | null;
      offsetFrames: number;
      ended?: {
        code:
          | 'BAD_INPUT'
          | 'BAD_FRAME'
          | 'UNKNOWN_NAME'
          | 'UNAUTHENTICATED'
          | 'HOST_UNVERIFIED'
          | 'VERSION_MISMATCH'
          | 'TOO_MANY_REQUESTS'
          | 'CANCELLED'
          | 'CONNECTION_LOST'
          | 'UNSUPPORTED'
          | 'INTERNAL'
          | 'ENGINE_UNAVAILABLE'
          | 'ENGINE_STOPPED'
          | 'LIVE_ALREADY_RUNNING'
          | 'LIVE_NOT_RUNNING'
          | 'CAPTURE_ALREADY_RUNNING'
          | 'CAPTURE_NOT_RUNNING'
          | 'CHANNEL_NOT_FOUND'
          | 'NO_ENABLED_CHANNEL'
          | 'TAKE_ALREADY_RUNNING'
          | 'TAKE_NOT_RUNNING'
          | 'DEVICE_NOT_FOUND'
          | 'DEVICE_UNAVAILABLE'
          | 'DEVICE_LOST'
          | 'BAD_OPTION'
          | 'FILE_NOT_FOUND'
          | 'FILE_EMPTY'
          | 'FILE_UNREADABLE'
          | 'FILE_UNWRITABLE'
          | 'FILE_BEYOND_LIMITS'
          | 'FORMAT_UNSUPPORTED'
          | 'DISK_FULL'
          | 'SETTINGS_UNWRITABLE'
          | 'CONFIRMATION_NEEDED'
          | 'KEYS_UNWRITABLE'
          | 'BROWSERS_UNWRITABLE'
          | 'PRESET_NOT_FOUND'
          | 'PRESET_DEFAULT'
          | 'PRESETS_UNWRITABLE'
          | 'TEMPLATE_NOT_FOUND'
          | 'TEMPLATE_EXISTS'
          | 'TEMPLATE_UNWRITABLE'
          | 'PLUGIN_HOST_UNAVAILABLE'
          | 'PLUGIN_NOT_FOUND'
          | 'PLUGIN_NOT_A_MODULE'
          | 'PLUGIN_NO_FACTORY'
          | 'PLUGIN_NO_AUDIO_CLASS'
          | 'PLUGIN_CLASS_NOT_FOUND'
          | 'PLUGIN_REFUSED'
          | 'PLUGIN_LOAD_FAILED'
          | 'PLUGIN_BUSES_UNSUPPORTED'
          | 'PLUGIN_CRASHED'
          | 'PLUGIN_TIMED_OUT'
          | 'PLUGIN_BAD_ANSWER'
          | 'PLUGIN_BAD_SAMPLES'
          | 'PLUGIN_FAILED'
          | 'PLUGIN_NOT_LOADED'
          | 'PLUGIN_CHAIN_FULL'
          | 'PLUGIN_PRESET_INVALID'
          | 'PLUGIN_EDITOR_UNAVAILABLE'
          | 'PARAMETER_NOT_FOUND'
          | 'SERVER_UNREACHABLE'
          | 'LICENCE_REFUSED'
          | 'LICENCE_UNWRITABLE'
          | 'FREE_TIER_USED_UP'
          | 'PLAN_LIMIT'
          | 'DESTINATION_NOT_FOUND'
          | 'BROADCAST_ALREADY_RUNNING'
          | 'BROADCAST_NOT_RUNNING'
          | 'KEY_MISSING'
          | 'KEY_REFUSED'
          | 'PROVIDER_REFUSED'
          | 'PROVIDER_UNREACHABLE'
          | 'QUOTA_USED_UP'
          | 'SPENDING_CAP'
          | 'ACCOUNT_NOT_CONNECTED'
          | 'ACCOUNT_REFUSED'
          | 'PROJECT_IN_USE';
        message: string;
      } | null;
      faders?: { atFrame: number; volume: number; pan: number; isMuted: boolean }[];
    }[];
    cleaning?: {
      engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
      sensitivity: number;
      reduction: number;
      levelLufs?: number | null;
      muteCrosstalk?: boolean;
      cleanedAtMs: number;
    } | null;
    videoTracks: {
      id: string;
      sourceId: string | null;
      name: string;
      kind: 'video' | 'screen';
      source: string;
      file: string;
      codec: 'avc1' | 'vp9' | 'vp8';
      width: number;
      height: number;
      fps: number;
      startFrame: number | null;
      framesWritten: number;
      framesDropped: number;
      durationSec: number;
      longestGapSec: number;
      ended: {
        code:
          | 'BAD_INPUT'
          | 'BAD_FRAME'
          | 'UNKNOWN_NAME'
          | 'UNAUTHENTICATED'
          | 'HOST_UNVERIFIED'
          | 'VERSION_MISMATCH'
          | 'TOO_MANY_REQUESTS'
          | 'CANCELLED'
          | 'CONNECTION_LOST'
          | 'UNSUPPORTED'
          | 'INTERNAL'
          | 'ENGINE_UNAVAILABLE'
          | 'ENGINE_STOPPED'
          | 'LIVE_ALREADY_RUNNING'
          | 'LIVE_NOT_RUNNING'
          | 'CAPTURE_ALREADY_RUNNING'
          | 'CAPTURE_NOT_RUNNING'
          | 'CHANNEL_NOT_FOUND'
          | 'NO_ENABLED_CHANNEL'
          | 'TAKE_ALREADY_RUNNING'
          | 'TAKE_NOT_RUNNING'
          | 'DEVICE_NOT_FOUND'
          | 'DEVICE_UNAVAILABLE'
          | 'DEVICE_LOST'
          | 'BAD_OPTION'
          | 'FILE_NOT_FOUND'
          | 'FILE_EMPTY'
          | 'FILE_UNREADABLE'
          | 'FILE_UNWRITABLE'
          | 'FILE_BEYOND_LIMITS'
          | 'FORMAT_UNSUPPORTED'
          | 'DISK_FULL'
          | 'SETTINGS_UNWRITABLE'
          | 'CONFIRMATION_NEEDED'
          | 'KEYS_UNWRITABLE'
          | 'BROWSERS_UNWRITABLE'
          | 'PRESET_NOT_FOUND'
          | 'PRESET_DEFAULT'
          | 'PRESETS_UNWRITABLE'
          | 'TEMPLATE_NOT_FOUND'
          | 'TEMPLATE_EXISTS'
          | 'TEMPLATE_UNWRITABLE'
          | 'PLUGIN_HOST_UNAVAILABLE'
          | 'PLUGIN_NOT_FOUND'
          | 'PLUGIN_NOT_A_MODULE'
          | 'PLUGIN_NO_FACTORY'
          | 'PLUGIN_NO_AUDIO_CLASS'
          | 'PLUGIN_CLASS_NOT_FOUND'
          | 'PLUGIN_REFUSED'
          | 'PLUGIN_LOAD_FAILED'
          | 'PLUGIN_BUSES_UNSUPPORTED'
          | 'PLUGIN_CRASHED'
          | 'PLUGIN_TIMED_OUT'
          | 'PLUGIN_BAD_ANSWER'
          | 'PLUGIN_BAD_SAMPLES'
          | 'PLUGIN_FAILED'
          | 'PLUGIN_NOT_LOADED'
          | 'PLUGIN_CHAIN_FULL'
          | 'PLUGIN_PRESET_INVALID'
          | 'PLUGIN_EDITOR_UNAVAILABLE'
          | 'PARAMETER_NOT_FOUND'
          | 'SERVER_UNREACHABLE'
          | 'LICENCE_REFUSED'
          | 'LICENCE_UNWRITABLE'
          | 'FREE_TIER_USED_UP'
          | 'PLAN_LIMIT'
          | 'DESTINATION_NOT_FOUND'
          | 'BROADCAST_ALREADY_RUNNING'
          | 'BROADCAST_NOT_RUNNING'
          | 'KEY_MISSING'
          | 'KEY_REFUSED'
          | 'PROVIDER_REFUSED'
          | 'PROVIDER_UNREACHABLE'
          | 'QUOTA_USED_UP'
          | 'SPENDING_CAP'
          | 'ACCOUNT_NOT_CONNECTED'
          | 'ACCOUNT_REFUSED'
          | 'PROJECT_IN_USE';
        message: string;
      } | null;
      bubble: { x: number; y: number; size: 'small' | 'medium' | 'large'; isMirrored: boolean } | null;
    }[];
  } | null;
  certificate: {
    schemaVersion: 1;
    verifiedAtMs: number;
    grade: 'green' | 'amber' | 'red';
    condition: 'complete' | 'gaps' | 'damaged';
    summary: string;
    missingSec: number;
    reasons: string[];
    summaryNote?: {
      code: string;
      values: Record<string, string | number>;
      causes?: ('device' | 'standstill' | 'overflow' | 'late' | 'lost')[];
    };
    notes?: {
      code: string;
      values: Record<string, string | number>;
      causes?: ('device' | 'standstill' | 'overflow' | 'late' | 'lost')[];
    }[];
    missedDeadlines: number;
    tracks: {
      id: string;
      name: string;
      file: string;
      sizeBytes: number;
      sha256: string | null;
      framesExpected: number;
      framesDecoded: number | null;
      problem: string | null;
      gapCount: number;
      missingFrames: number;
      dryFrames: number;
      xruns: number;
      driftPpm: number | null;
      clippedSamples: number;
      integratedLufs: number | null;
      truePeakDb: number | null;
    }[];
    videoTracks: {
      id: string;
      name: string;
      kind: 'video' | 'screen';
      file: string;
      sizeBytes: number;
      sha256: string | null;
      framesExpected: number;
      framesDecoded: number | null;
      framesDropped: number;
      durationSec: number;
      longestGapSec: number;
      problem: string | null;
      isUndecoded: boolean;
    }[];
    sources: {
      id: string;
      name: string;
      kind: 'video' | 'screen';
      isRecorded: boolean;
      gaps: { atSec: number; lengthSec: number; isBack: boolean; isLost: boolean }[];
    }[];
  } | null;
};

export type RenameTakeAnswer = {
  id: string;
  name: string;
  status: 'recording' | 'finished' | 'recovered' | 'unfinished' | 'damaged';
  problem: string | null;
  startedAtMs: number | null;
  durationSec: number;
  trackCount: number;
  tracks: { audio: number; video: number; screen: number; mix: number };
  sound: { system: boolean; microphone: boolean };
  sizeBytes: number;
  grade: 'green' | 'amber' | 'red' | null;
  hasCleanVoices?: boolean;
  cleaning?: {
    engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
    levelLufs?: number | null;
    muteCrosstalk?: boolean;
    cleanedAtMs: number;
  } | null;
  labels?: { folder: string; tags: string[] };
  isDemo?: true;
};

export type ListBinAnswer = {
  items: {
    id: string;
    name: string;
    status: 'recording' | 'finished' | 'recovered' | 'unfinished' | 'damaged';
    problem: string | null;
    startedAtMs: number | null;
    durationSec: number;
    trackCount: number;
    tracks: { audio: number; video: number; screen: number; mix: number };
    sound: { system: boolean; microphone: boolean };
    sizeBytes: number;
    grade: 'green' | 'amber' | 'red' | null;
    hasCleanVoices?: boolean;
    cleaning?: {
      engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
      sensitivity: number;
      reduction: number;
      levelLufs?: number | null;
      muteCrosstalk?: boolean;
      cleanedAtMs: number;
    } | null;
    labels?: { folder: string; tags: string[] };
    isDemo?: true;
    key: string;
    deletedAtMs: number;
    keptUntilMs: number;
  }[];
  next: string | null;
};

export type WriteTakeMarkersInput = { markers: { atFrame: number; label: string }[] };

export type WriteTakeLabelsInput = { folder: string; tags: string[] };

export type VerifyTakeAnswer = {
  id: string;
  operation: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  done: number | null;
  startedAtMs: number;
  endedAtMs: number | null;
  result: unknown;
  problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE'
      | 'SCOPE_MISSING'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'MISDIRECTED'
      | 'ORIGIN_REFUSED'
      | 'TOO_SLOW'
      | 'HEADERS_TOO_LARGE'
      | 'CHANGED_MEANWHILE'
      | 'TOO_LARGE'
      | 'LENGTH_MISSING'
      | 'TYPE_UNSUPPORTED'
      | 'RANGE_UNSATISFIABLE'
      | 'KEY_REUSED';
    retryable: boolean;
  } | null;
};

export type CleanVoicesInput = {
  denoise: {
    engine: 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
    levelLufs?: number | null;
    muteCrosstalk?: boolean;
  };
};

export type SyncTakeInput =
  | { by: 'timecode' }
  | { by: 'audio'; referenceTrackId: string }
  | { by: 'hand'; trackId: string; offsetFrames: number };

export type LabelTakesInput = { ids: string[]; folder?: string; addTags?: string[]; removeTags?: string[] };

export type LabelTakesAnswer = {
  items: {
    id: string;
    problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE'
        | 'SCOPE_MISSING'
        | 'NOT_FOUND'
        | 'METHOD_NOT_ALLOWED'
        | 'MISDIRECTED'
        | 'ORIGIN_REFUSED'
        | 'TOO_SLOW'
        | 'HEADERS_TOO_LARGE'
        | 'CHANGED_MEANWHILE'
        | 'TOO_LARGE'
        | 'LENGTH_MISSING'
        | 'TYPE_UNSUPPORTED'
        | 'RANGE_UNSATISFIABLE'
        | 'KEY_REUSED';
      retryable: boolean;
    } | null;
  }[];
  next: null;
};

export type DeleteTakesInput = { ids: string[] };

export type ExportSoundInput = {
  what: 'stems' | 'mix' | 'both';
  container: 'wav' | 'flac' | 'mp3' | 'm4a' | 'opus';
  encoding: 'pcm16' | 'pcm24' | 'float32';
  kbps?: 64 | 96 | 128 | 192 | 256 | 320;
  targetLufs: number | null;
  voices?: 'recorded' | 'clean';
  tags?: { title: string; artist: string; show: string; episode: number | null } | null;
  hasCover?: boolean;
  hasChapters?: boolean;
  range?: { fromFrame: number; frames: number } | null;
  trackIds?: string[] | null;
};

export type ExportVideoInput = {
  videoId: string;
  layout?:
    | { kind: 'single' }
    | {
        kind: 'bubble';
        videoId: string;
        place: { x: number; y: number; size: 'small' | 'medium' | 'large'; isMirrored: boolean };
      }
    | { kind: 'sideBySide'; videoIds: string[] };
  format: 'mp4' | 'webm' | 'mov';
  quality: 'high' | 'medium' | 'low';
  targetLufs: number | null;
  voices?: 'recorded' | 'clean';
  range?: { fromFrame: number; frames: number } | null;
  trackIds?: string[] | null;
};

export type ExtractTakeInput = { range: { fromFrame: number; frames: number }; name: string };

export type ReadStorageAnswer = {
  libraryBytes: number;
  binBytes: number;
  binUnreadable: number;
  takeCount: number;
  editorBytes: number;
  freeBytes: number;
  totalBytes: number;
  folder: string;
  exportsFolder: string;
  isKept: boolean;
};

export type UploadFileAnswer = {
  id: string;
  name: string;
  sizeBytes: number;
  result: {
    durationSec: number;
    sampleRate: number;
    channels: number;
    integratedLufsBefore: number | null;
    integratedLufsAfter: number | null;
    truePeakDbAfter: number | null;
    meanReductionDb: number | null;
    realTimeFactor: number;
    name: string;
    sizeBytes: number;
  } | null;
};

export type ListFilesAnswer = {
  items: {
    id: string;
    name: string;
    sizeBytes: number;
    result: {
      durationSec: number;
      sampleRate: number;
      channels: number;
      integratedLufsBefore: number | null;
      integratedLufsAfter: number | null;
      truePeakDbAfter: number | null;
      meanReductionDb: number | null;
      realTimeFactor: number;
      name: string;
      sizeBytes: number;
    } | null;
  }[];
  next: string | null;
};

export type CleanFileInput = {
  denoise?: {
    engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
  };
  deHum?: { isOn: boolean; amount: number };
  deClick?: { isOn: boolean; amount: number };
  dePlosive?: { isOn: boolean; amount: number };
  deReverb?: { isOn: boolean; amount: number };
  deBreath?: { isOn: boolean; amount: number };
  gate?: { isOn: boolean; threshold: number };
  deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
  equalizer?: { isOn: boolean; gainsDb: number[] };
  compressor?: {
    isOn: boolean;
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  };
  leveler?: { isOn: boolean; targetLufs: number };
  targetLufs?: number | null;
  container?: 'wav' | 'flac' | 'mp3' | 'ogg' | 'opus' | 'video';
};

export type ListFoldersAnswer = {
  items: { id: string; name: string; isThere: boolean }[];
  next: string | null;
};

export type ListFolderFilesAnswer = {
  items: {
    name: string;
    path: string;
    kind: 'file' | 'folder';
    sizeBytes: number | null;
    changedAtMs: number;
  }[];
  next: string | null;
};

export type CleanFolderFileInput = {
  path: string;
  denoise?: {
    engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
  };
  deHum?: { isOn: boolean; amount: number };
  deClick?: { isOn: boolean; amount: number };
  dePlosive?: { isOn: boolean; amount: number };
  deReverb?: { isOn: boolean; amount: number };
  deBreath?: { isOn: boolean; amount: number };
  gate?: { isOn: boolean; threshold: number };
  deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
  equalizer?: { isOn: boolean; gainsDb: number[] };
  compressor?: {
    isOn: boolean;
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  };
  leveler?: { isOn: boolean; targetLufs: number };
  targetLufs?: number | null;
  container?: 'wav' | 'flac' | 'mp3' | 'ogg' | 'opus' | 'video';
};

export type ListCleanedExportsAnswer = {
  items: { name: string; sizeBytes: number; changedAtMs: number }[];
  next: string | null;
};

export type ReadTranscriptAnswer = {
  transcript: {
    schemaVersion: 1;
    sampleRateHz: number;
    engine: 'openai' | 'elevenlabs' | 'offline';
    model: string;
    language: string | null;
    isLive?: true;
    madeAtMs: number;
    sentSec: number;
    usd: number;
    speakers: { trackId: string; name: string }[];
    words: { trackId: string; startFrame: number; endFrame: number; text: string; confidence?: number }[];
  } | null;
  edits: { texts: unknown[][]; names: unknown[][]; cut: number[] };
  revision: number;
  job: {
    takeId: string;
    step: 'listening' | 'transcribing' | 'done' | 'cancelled' | 'failed';
    done: number;
    usd: number;
    failure: {
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE';
      message: string;
      details?: Record<string, unknown>;
      retryable: boolean;
    } | null;
  } | null;
};

export type StartTranscriptAnswer = {
  takeId: string;
  step: 'listening' | 'transcribing' | 'done' | 'cancelled' | 'failed';
  done: number;
  usd: number;
  failure: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
    details?: Record<string, unknown>;
    retryable: boolean;
  } | null;
};

export type SearchTranscriptsAnswer = {
  hits: { takeId: string; takeName: string; speaker: string; startSec: number; text: string }[];
  hasMore: boolean;
};

export type ReadTranscriptNotesAnswer = {
  notes: {
    schemaVersion: 1;
    of: number;
    revision: number;
    madeAtMs: number;
    model: string;
    usd: number;
    summary: { text: string; said: { startSec: number; speaker: string; text: string }[] }[];
    chapters: { title: string; startSec: number }[];
    showNotes: { text: string; said: { startSec: number; speaker: string; text: string }[] }[];
  } | null;
  maxUsd: number;
};

export type EditTranscriptInput = {
  revision: number;
  patches: (
    | { on: 'texts'; texts: unknown[][] }
    | { on: 'name'; trackId: string; name: string | null }
    | { on: 'cut'; words: number[]; isCut: boolean }
  )[];
};

export type ListModelsAnswer = {
  rows: {
    model: {
      id: string;
      name: string;
      kind: 'speech' | 'denoise' | 'translation';
      format: 'whisper' | 'moonshine' | 'deepFilterNet' | 'bergamot';
      licence: string;
      languages: 'many' | 'none' | string[];
      origin?: string;
      files: { path: string; sizeBytes: number; sha256: string }[];
    };
    sizeBytes: number;
    state: 'missing' | 'downloading' | 'checking' | 'installed';
    doneBytes: number;
    failure: {
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE';
      message: string;
      details?: Record<string, unknown>;
      retryable: boolean;
    } | null;
  }[];
  canDownload: boolean;
  mirrorUrl: string | null;
  folder: string;
  usedBytes: number;
  freeBytes: number | null;
};

export type ListProjectsAnswer = {
  items: {
    id: string;
    name: string;
    changedAtMs: number;
    durationSec: number;
    width: number;
    height: number;
    mediaCount: number;
    sizeBytes: number | null;
    problem: string | null;
  }[];
  next: string | null;
};

export type DuplicateProjectAnswer = {
  id: string;
  name: string;
  changedAtMs: number;
  durationSec: number;
  width: number;
  height: number;
  mediaCount: number;
  sizeBytes: number | null;
  problem: string | null;
};

export type UploadMediaAnswer = {
  id: string;
  name: string;
  kind: 'video' | 'audio' | 'image';
  source:
    | { type: 'take'; takeId: string; trackId: string }
    | {
        type: 'file';
        path: string | null;
        handleId: string | null;
        sizeBytes: number;
        sha256: string | null;
      };
  durationSec: number;
  startSec: number;
  originSec?: number;
  video: {
    width: number;
    height: number;
    rate: { num: number; den: number };
    rotation: 0 | 90 | 180 | 270;
    colour: { matrix: 'bt709' | 'bt601' | 'bt2020'; isFullRange: boolean };
  } | null;
  sound: { sampleRate: number; channels: number } | null;
  linkId: string | null;
};

export type StartRenderInput = {
  format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
  resolution?: '4K' | '1080p' | '720p' | null;
  frameRate?: 60 | 30 | 24 | null;
  mbps?: 50 | 25 | 10 | null;
  shape?: 'project' | 'vertical';
  smart?: boolean;
  captions?: 'burnt' | 'track' | 'none';
  hasChapters?: boolean;
  targetLufs?: number | null;
  range?: { fromFrame: number; frames: number } | null;
};

export type StartRenderAnswer = {
  id: string;
  projectId: string;
  projectName: string;
  options: {
    format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
    resolution: '4K' | '1080p' | '720p' | null;
    frameRate: 60 | 30 | 24 | null;
    mbps: 50 | 25 | 10 | null;
    shape: 'project' | 'vertical';
    smart: boolean;
    captions: 'burnt' | 'track' | 'none';
    hasChapters: boolean;
    targetLufs: number | null;
    range: { fromFrame: number; frames: number } | null;
  };
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  step: 'sound' | 'frames' | 'join' | 'check' | null;
  done: number;
  framesDone: number;
  framesTotal: number;
  leftSec: number | null;
  error: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
  } | null;
  file: { path: string; name: string; sizeBytes: number } | null;
  certificate: {
    schemaVersion: 1;
    editSha256: string;
    fileSha256: string;
    options: {
      format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
      resolution: '4K' | '1080p' | '720p' | null;
      frameRate: 60 | 30 | 24 | null;
      mbps: 50 | 25 | 10 | null;
      shape: 'project' | 'vertical';
      smart: boolean;
      captions: 'burnt' | 'track' | 'none';
      hasChapters: boolean;
      targetLufs: number | null;
      range: { fromFrame: number; frames: number } | null;
    };
    framesExpected: number;
    framesDecoded: number;
    ranges: { kind: 'copied' | 'encoded'; fromFrame: number; frames: number; reason: string | null }[];
    width: number;
    height: number;
    colour: { primaries: string; transfer: string; matrix: string; range: string } | null;
    integratedLufs: number | null;
    truePeakDb: number | null;
    videoEndSec: number | null;
    audioEndSec: number | null;
    checkedAtMs: number;
  } | null;
  startedAtMs: number | null;
};

export type ListRenderFormatsAnswer = {
  items: {
    format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
    capability: { supported: true } | { supported: false; reason: string };
  }[];
  next: string | null;
};

export type ListProjectVersionsAnswer = {
  items: { id: string; name: string; kind: 'named' | 'automatic' | 'replaced'; savedAtMs: number }[];
  next: string | null;
};

export type KeepProjectVersionAnswer = {
  id: string;
  name: string;
  kind: 'named' | 'automatic' | 'replaced';
  savedAtMs: number;
};

export type ListRendersAnswer = {
  items: {
    id: string;
    projectId: string;
    projectName: string;
    options: {
      format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
      resolution: '4K' | '1080p' | '720p' | null;
      frameRate: 60 | 30 | 24 | null;
      mbps: 50 | 25 | 10 | null;
      shape: 'project' | 'vertical';
      smart: boolean;
      captions: 'burnt' | 'track' | 'none';
      hasChapters: boolean;
      targetLufs: number | null;
      range: { fromFrame: number; frames: number } | null;
    };
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    step: 'sound' | 'frames' | 'join' | 'check' | null;
    done: number;
    framesDone: number;
    framesTotal: number;
    leftSec: number | null;
    error: {
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE';
      message: string;
    } | null;
    file: { path: string; name: string; sizeBytes: number } | null;
    certificate: {
      schemaVersion: 1;
      editSha256: string;
      fileSha256: string;
      options: {
        format: 'mp4' | 'mov' | 'webm' | 'prores' | 'gif' | 'png' | 'm4a' | 'mp3' | 'opus' | 'wav';
        resolution: '4K' | '1080p' | '720p' | null;
        frameRate: 60 | 30 | 24 | null;
        mbps: 50 | 25 | 10 | null;
        shape: 'project' | 'vertical';
        smart: boolean;
        captions: 'burnt' | 'track' | 'none';
        hasChapters: boolean;
        targetLufs: number | null;
        range: { fromFrame: number; frames: number } | null;
      };
      framesExpected: number;
      framesDecoded: number;
      ranges: { kind: 'copied' | 'encoded'; fromFrame: number; frames: number; reason: string | null }[];
      width: number;
      height: number;
      colour: { primaries: string; transfer: string; matrix: string; range: string } | null;
      integratedLufs: number | null;
      truePeakDb: number | null;
      videoEndSec: number | null;
      audioEndSec: number | null;
      checkedAtMs: number;
    } | null;
    startedAtMs: number | null;
  }[];
  next: string | null;
};

export type ListDevicesAnswer = {
  items: {
    id: string;
    name: string;
    type: 'input' | 'output' | 'system' | 'line' | 'usb';
    isDefault: boolean;
    hostApi: string;
    channels: number;
    defaultSampleRate: number;
    sampleRates: (44100 | 48000 | 96000)[];
  }[];
  next: string | null;
};

export type ReadVirtualMicrophoneAnswer = {
  support: { supported: true } | { supported: false; reason: string };
  microphone: {
    name: string;
    outputDeviceId: string;
    inputDeviceId: string;
    listeners: string[] | null;
  } | null;
};

export type ReadStudioAnswer = {
  setUp: {
    version: 1;
    sampleRate: 44100 | 48000 | 96000;
    bufferFrames: 128 | 256 | 512 | 1024;
    latencyModeMs: 5 | 10 | 20 | 50 | null;
    monitorDeviceId: string | null;
    programDeviceId: string | null;
    channels: {
      id: string;
      name: string;
      source: string | null;
      deviceChannels: number[];
      isEnabled: boolean;
      inputGain: number;
      echoCancellation: boolean;
      automaticGain: boolean;
      denoise: {
        engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
        sensitivity: number;
        reduction: number;
      };
      deHum: { isOn: boolean; amount: number };
      deClick: { isOn: boolean; amount: number };
      dePlosive: { isOn: boolean; amount: number };
      deReverb: { isOn: boolean; amount: number };
      deBreath: { isOn: boolean; amount: number };
      gate: { isOn: boolean; threshold: number };
      deEsser: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
      equalizer: { isOn: boolean; gainsDb: number[] };
      compressor: {
        isOn: boolean;
        thresholdDb: number;
        ratio: number;
        attackMs: number;
        releaseMs: number;
        makeupGainDb: number;
        kneeDb: number;
      };
      leveler: { isOn: boolean; targetLufs: number };
      volume: number;
      pan: number;
      isMuted: boolean;
      isSolo: boolean;
      colour: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
      plugins: {
        id: string;
        pluginId: string;
        name: string;
        vendor: string;
        isBypassed: boolean;
        state: string | null;
        sideChain: string | null;
      }[];
    }[];
    recording: {
      mode: 'multitrack' | 'mixed' | 'both';
      tap: 'raw' | 'processed' | 'both';
      container: 'rf64' | 'flac';
      encoding: 'pcm24' | 'float32';
      preRollSec: number;
      sync:
        | { method: 'timecode'; source: 'timeOfDay' | 'ltc'; ltcChannelId: string | null }
        | { method: 'audio' }
        | { method: 'manual' };
      keepFreeBytes: number;
    };
  };
  session: {
    sampleRate: 44100 | 48000 | 96000;
    bufferFrames: number;
    devices: {
      id: string;
      name: string;
      direction: 'input' | 'output';
      status: 'open' | 'lost' | 'missing';
      sampleRate: number;
      driftPpm: number | null;
      missingFrames: number;
    }[];
    latencyModes: {
      modeMs: 5 | 10 | 20 | 50;
      expectedMs: number | null;
      isAchievable: boolean;
      reason: string;
    }[];
    realtimePriority: { granted: boolean; reason: string | null };
    startedAtMs: number;
    elapsedSec: number;
    latencyModeMs: 5 | 10 | 20 | 50 | null;
    isInterrupted: boolean;
  } | null;
  lastFailure: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
    atMs: number;
  } | null;
};

export type ChangeStudioInput = {
  sampleRate?: 44100 | 48000 | 96000;
  bufferFrames?: 128 | 256 | 512 | 1024;
  latencyModeMs?: 5 | 10 | 20 | 50 | null;
  monitorDeviceId?: string | null;
  programDeviceId?: string | null;
  recording?: {
    mode?: 'multitrack' | 'mixed' | 'both';
    tap?: 'raw' | 'processed' | 'both';
    container?: 'rf64' | 'flac';
    encoding?: 'pcm24' | 'float32';
    preRollSec?: number;
    sync?:
      | { method: 'timecode'; source: 'timeOfDay' | 'ltc'; ltcChannelId?: string | null }
      | { method: 'audio' }
      | { method: 'manual' };
    keepFreeBytes?: number;
  };
};

export type ListChannelsAnswer = {
  items: {
    id: string;
    name: string;
    source: string | null;
    deviceChannels: number[];
    isEnabled: boolean;
    inputGain: number;
    echoCancellation: boolean;
    automaticGain: boolean;
    denoise: {
      engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
      sensitivity: number;
      reduction: number;
    };
    deHum: { isOn: boolean; amount: number };
    deClick: { isOn: boolean; amount: number };
    dePlosive: { isOn: boolean; amount: number };
    deReverb: { isOn: boolean; amount: number };
    deBreath: { isOn: boolean; amount: number };
    gate: { isOn: boolean; threshold: number };
    deEsser: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
    equalizer: { isOn: boolean; gainsDb: number[] };
    compressor: {
      isOn: boolean;
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    };
    leveler: { isOn: boolean; targetLufs: number };
    volume: number;
    pan: number;
    isMuted: boolean;
    isSolo: boolean;
    colour: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
    plugins: {
      id: string;
      pluginId: string;
      name: string;
      vendor: string;
      isBypassed: boolean;
      state: string | null;
      sideChain: string | null;
    }[];
  }[];
  next: string | null;
};

export type AddChannelInput = {
  name: string;
  source?: string | null;
  deviceChannels?: number[];
  isEnabled?: boolean;
  inputGain?: number;
  echoCancellation?: boolean;
  automaticGain?: boolean;
  denoise?: {
    engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
  };
  deHum?: { isOn: boolean; amount: number };
  deClick?: { isOn: boolean; amount: number };
  dePlosive?: { isOn: boolean; amount: number };
  deReverb?: { isOn: boolean; amount: number };
  deBreath?: { isOn: boolean; amount: number };
  gate?: { isOn: boolean; threshold: number };
  deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
  equalizer?: { isOn: boolean; gainsDb: number[] };
  compressor?: {
    isOn: boolean;
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  };
  leveler?: { isOn: boolean; targetLufs: number };
  volume?: number;
  pan?: number;
  isMuted?: boolean;
  isSolo?: boolean;
  colour?: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
  id?: string;
};

export type ChangeChannelInput = {
  name?: string;
  source?: string | null;
  deviceChannels?: number[];
  isEnabled?: boolean;
  inputGain?: number;
  echoCancellation?: boolean;
  automaticGain?: boolean;
  denoise?: {
    engine: 'off' | 'auto' | 'rnnoise' | 'strong' | 'studio';
    sensitivity: number;
    reduction: number;
  };
  deHum?: { isOn: boolean; amount: number };
  deClick?: { isOn: boolean; amount: number };
  dePlosive?: { isOn: boolean; amount: number };
  deReverb?: { isOn: boolean; amount: number };
  deBreath?: { isOn: boolean; amount: number };
  gate?: { isOn: boolean; threshold: number };
  deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
  equalizer?: { isOn: boolean; gainsDb: number[] };
  compressor?: {
    isOn: boolean;
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  };
  leveler?: { isOn: boolean; targetLufs: number };
  volume?: number;
  pan?: number;
  isMuted?: boolean;
  isSolo?: boolean;
  colour?: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
};

export type ReadSettingsAnswer = {
  theme: 'system' | 'dark' | 'light';
  language: 'system' | 'en' | 'de' | 'es' | 'fr';
  byPerson: Record<
    string,
    { theme: 'system' | 'dark' | 'light'; language: 'system' | 'en' | 'de' | 'es' | 'fr' }
  >;
  activePresetId: string | null;
  inputDeviceId: string | null;
  outputDeviceId: string | null;
  appsDeviceId: string | null;
  sendToApps: boolean;
  sampleRate: 44100 | 48000 | 96000;
  bufferFrames: 128 | 256 | 512 | 1024;
  chain: {
    inputGain: number;
    echoCancellation: boolean;
    automaticGain: boolean;
    denoise: { engine: 'rnnoise' | 'off'; sensitivity: number; reduction: number };
    deHum: { isOn: boolean; amount: number };
    deClick: { isOn: boolean; amount: number };
    dePlosive: { isOn: boolean; amount: number };
    deReverb: { isOn: boolean; amount: number };
    deBreath: { isOn: boolean; amount: number };
    gate: { isOn: boolean; threshold: number };
    deEsser: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
    equalizer: { isOn: boolean; gainsDb: number[] };
    compressor: {
      isOn: boolean;
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    };
    leveler: { isOn: boolean; targetLufs: number };
    voicePreservation: boolean;
    adaptiveMode: boolean;
    outputVolume: number;
  };
  monitorInHeadphones: boolean;
  pluginFolders: string[];
  shareAnalytics: boolean;
  autoStart: boolean;
  minimizeToTray: boolean;
  captureControl: boolean;
  notifications: boolean;
  privacyMode: boolean;
  adaptiveLearning: boolean;
  updateFrequency: 'Daily' | 'Weekly' | 'Monthly' | 'Manual';
  updateChannel: 'stable' | 'beta';
  updateInstall: 'none' | 'ask' | 'onQuit';
  learnedRooms: Record<string, { thresholdDb: number; learnedAtMs: number }>;
  meterRate: 'Low' | 'Medium' | 'High' | 'Ultra';
  shortcuts: Record<string, string | null>;
  editorKeys: Record<string, string | null>;
  takesFolder: string | null;
  earlierTakesFolders: string[];
};

export type ChangeSettingsInput = {
  theme?: 'system' | 'dark' | 'light';
  language?: 'system' | 'en' | 'de' | 'es' | 'fr';
  activePresetId?: string | null;
  inputDeviceId?: string | null;
  outputDeviceId?: string | null;
  appsDeviceId?: string | null;
  sendToApps?: boolean;
  sampleRate?: 44100 | 48000 | 96000;
  bufferFrames?: 128 | 256 | 512 | 1024;
  chain?: {
    inputGain: number;
    echoCancellation: boolean;
    automaticGain: boolean;
    denoise: { engine: 'rnnoise' | 'off'; sensitivity: number; reduction: number };
    deHum?: { isOn: boolean; amount: number };
    deClick?: { isOn: boolean; amount: number };
    dePlosive?: { isOn: boolean; amount: number };
    deReverb?: { isOn: boolean; amount: number };
    deBreath?: { isOn: boolean; amount: number };
    gate?: { isOn: boolean; threshold: number };
    deEsser?: { isOn: boolean; frequencyHz: number; thresholdDb: number; rangeDb: number };
    equalizer?: { isOn: boolean; gainsDb: number[] };
    compressor?: {
      isOn: boolean;
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    };
    leveler?: { isOn: boolean; targetLufs: number };
    voicePreservation?: boolean;
    adaptiveMode?: boolean;
    outputVolume: number;
  };
  monitorInHeadphones?: boolean;
  shareAnalytics?: boolean;
  autoStart?: boolean;
  minimizeToTray?: boolean;
  captureControl?: boolean;
  notifications?: boolean;
  privacyMode?: boolean;
  adaptiveLearning?: boolean;
  updateFrequency?: 'Daily' | 'Weekly' | 'Monthly' | 'Manual';
  updateChannel?: 'stable' | 'beta';
  updateInstall?: 'none' | 'ask' | 'onQuit';
  learnedRooms?: Record<string, { thresholdDb: number; learnedAtMs: number }>;
  meterRate?: 'Low' | 'Medium' | 'High' | 'Ultra';
  shortcuts?: Record<string, string | null>;
  editorKeys?: Record<string, string | null>;
};

export type ListPresetsAnswer = {
  items: {
    name: string;
    description: string;
    environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
    sensitivity: number;
    noiseReduction: number;
    equalizerGainsDb: number[] | null;
    compressor: {
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    } | null;
    id: string;
    isDefault: boolean;
    createdAtMs: number;
  }[];
  next: string | null;
};

export type CreatePresetInput = {
  name: string;
  description: string;
  environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
  sensitivity: number;
  noiseReduction: number;
  equalizerGainsDb: number[] | null;
  compressor: {
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  } | null;
};

export type CreatePresetAnswer = {
  name: string;
  description: string;
  environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
  sensitivity: number;
  noiseReduction: number;
  equalizerGainsDb: number[] | null;
  compressor: {
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  } | null;
  id: string;
  isDefault: boolean;
  createdAtMs: number;
};

export type ChangePresetInput = {
  name?: string;
  description?: string;
  environment?: 'Home' | 'Office' | 'Public' | 'Entertainment';
  sensitivity?: number;
  noiseReduction?: number;
  equalizerGainsDb?: number[] | null;
  compressor?: {
    thresholdDb: number;
    ratio: number;
    attackMs: number;
    releaseMs: number;
    makeupGainDb: number;
    kneeDb: number;
  } | null;
};

export type DeletePresetAnswer = {
  removed: {
    name: string;
    description: string;
    environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
    sensitivity: number;
    noiseReduction: number;
    equalizerGainsDb: number[] | null;
    compressor: {
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    } | null;
    id: string;
    isDefault: boolean;
    createdAtMs: number;
  };
  index: number;
};

export type OrderPresetsAnswer = {
  presets: {
    name: string;
    description: string;
    environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
    sensitivity: number;
    noiseReduction: number;
    equalizerGainsDb: number[] | null;
    compressor: {
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    } | null;
    id: string;
    isDefault: boolean;
    createdAtMs: number;
  }[];
};

export type ExportPresetsAnswer = {
  format: 'sounddesk-presets';
  version: 1;
  presets: {
    name: string;
    description: string;
    environment: 'Home' | 'Office' | 'Public' | 'Entertainment';
    sensitivity: number;
    noiseReduction: number;
    equalizerGainsDb: number[] | null;
    compressor: {
      thresholdDb: number;
      ratio: number;
      attackMs: number;
      releaseMs: number;
      makeupGainDb: number;
      kneeDb: number;
    } | null;
    id: string;
    createdAtMs: number;
  }[];
};

export type ListSetUpsAnswer = {
  items: {
    id: string;
    name: string;
    savedAtMs: number;
    channelNames: string[];
    sampleRate: number;
    video: {
      channels: {
        id: string;
        kind: 'video' | 'screen';
        name: string;
        deviceId: string | null;
        deviceLabel: string | null;
        isEnabled: boolean;
        colour: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
        soundId: string | null;
      }[];
      quality: 'high' | 'medium' | 'low';
      format: 'mp4' | 'webm' | 'mov';
    } | null;
  }[];
  next: string | null;
};

export type SaveSetUpAnswer = {
  id: string;
  name: string;
  savedAtMs: number;
  channelNames: string[];
  sampleRate: number;
  video: {
    channels: {
      id: string;
      kind: 'video' | 'screen';
      name: string;
      deviceId: string | null;
      deviceLabel: string | null;
      isEnabled: boolean;
      colour: 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal';
      soundId: string | null;
    }[];
    quality: 'high' | 'medium' | 'low';
    format: 'mp4' | 'webm' | 'mov';
  } | null;
}[];

export type ReadPluginsAnswer = {
  plugins: { id: string; name: string; category: string; vendor: string; version: string; path: string }[];
  failed: {
    path: string;
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
    failedAtMs: number;
  }[];
  folders: { path: string; isOwn: boolean; exists: boolean; problem: string | null }[];
  scan: {
    isRunning: boolean;
    done: number;
    total: number;
    current: string | null;
    found: number;
    failed: number;
  };
  scannedAtMs: number | null;
};

export type ReadPluginChainAnswer = {
  channelId: string;
  status: 'closed' | 'opening' | 'running' | 'marked';
  mark: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
    atMs: number;
    isRestarting: boolean;
  } | null;
  latencyFrames: number;
  sampleRate: number;
  missedBlocks: number;
  plugins: {
    id: string;
    pluginId: string;
    name: string;
    vendor: string;
    isBypassed: boolean;
    sideChain: string | null;
    running: {
      latencyFrames: number;
      hasEditor: boolean;
      isEditorOpen: boolean;
      inputs: { name: string; channels: number; isMain: boolean }[];
      outputs: { name: string; channels: number; isMain: boolean }[];
    } | null;
    problem: {
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE';
      message: string;
    } | null;
  }[];
};

export type LoadPluginInput = { pluginId: string; position?: number | null };

export type LoadPluginAnswer = {
  id: string;
  pluginId: string;
  name: string;
  vendor: string;
  isBypassed: boolean;
  sideChain: string | null;
  running: {
    latencyFrames: number;
    hasEditor: boolean;
    isEditorOpen: boolean;
    inputs: { name: string; channels: number; isMain: boolean }[];
    outputs: { name: string; channels: number; isMain: boolean }[];
  } | null;
  problem: {
    code:
      | 'BAD_INPUT'
      | 'BAD_FRAME'
      | 'UNKNOWN_NAME'
      | 'UNAUTHENTICATED'
      | 'HOST_UNVERIFIED'
      | 'VERSION_MISMATCH'
      | 'TOO_MANY_REQUESTS'
      | 'CANCELLED'
      | 'CONNECTION_LOST'
      | 'UNSUPPORTED'
      | 'INTERNAL'
      | 'ENGINE_UNAVAILABLE'
      | 'ENGINE_STOPPED'
      | 'LIVE_ALREADY_RUNNING'
      | 'LIVE_NOT_RUNNING'
      | 'CAPTURE_ALREADY_RUNNING'
      | 'CAPTURE_NOT_RUNNING'
      | 'CHANNEL_NOT_FOUND'
      | 'NO_ENABLED_CHANNEL'
      | 'TAKE_ALREADY_RUNNING'
      | 'TAKE_NOT_RUNNING'
      | 'DEVICE_NOT_FOUND'
      | 'DEVICE_UNAVAILABLE'
      | 'DEVICE_LOST'
      | 'BAD_OPTION'
      | 'FILE_NOT_FOUND'
      | 'FILE_EMPTY'
      | 'FILE_UNREADABLE'
      | 'FILE_UNWRITABLE'
      | 'FILE_BEYOND_LIMITS'
      | 'FORMAT_UNSUPPORTED'
      | 'DISK_FULL'
      | 'SETTINGS_UNWRITABLE'
      | 'CONFIRMATION_NEEDED'
      | 'KEYS_UNWRITABLE'
      | 'BROWSERS_UNWRITABLE'
      | 'PRESET_NOT_FOUND'
      | 'PRESET_DEFAULT'
      | 'PRESETS_UNWRITABLE'
      | 'TEMPLATE_NOT_FOUND'
      | 'TEMPLATE_EXISTS'
      | 'TEMPLATE_UNWRITABLE'
      | 'PLUGIN_HOST_UNAVAILABLE'
      | 'PLUGIN_NOT_FOUND'
      | 'PLUGIN_NOT_A_MODULE'
      | 'PLUGIN_NO_FACTORY'
      | 'PLUGIN_NO_AUDIO_CLASS'
      | 'PLUGIN_CLASS_NOT_FOUND'
      | 'PLUGIN_REFUSED'
      | 'PLUGIN_LOAD_FAILED'
      | 'PLUGIN_BUSES_UNSUPPORTED'
      | 'PLUGIN_CRASHED'
      | 'PLUGIN_TIMED_OUT'
      | 'PLUGIN_BAD_ANSWER'
      | 'PLUGIN_BAD_SAMPLES'
      | 'PLUGIN_FAILED'
      | 'PLUGIN_NOT_LOADED'
      | 'PLUGIN_CHAIN_FULL'
      | 'PLUGIN_PRESET_INVALID'
      | 'PLUGIN_EDITOR_UNAVAILABLE'
      | 'PARAMETER_NOT_FOUND'
      | 'SERVER_UNREACHABLE'
      | 'LICENCE_REFUSED'
      | 'LICENCE_UNWRITABLE'
      | 'FREE_TIER_USED_UP'
      | 'PLAN_LIMIT'
      | 'DESTINATION_NOT_FOUND'
      | 'BROADCAST_ALREADY_RUNNING'
      | 'BROADCAST_NOT_RUNNING'
      | 'KEY_MISSING'
      | 'KEY_REFUSED'
      | 'PROVIDER_REFUSED'
      | 'PROVIDER_UNREACHABLE'
      | 'QUOTA_USED_UP'
      | 'SPENDING_CAP'
      | 'ACCOUNT_NOT_CONNECTED'
      | 'ACCOUNT_REFUSED'
      | 'PROJECT_IN_USE';
    message: string;
  } | null;
};

export type ReadPluginParametersAnswer = {
  items: {
    id: number;
    index: number;
    name: string;
    shortName: string;
    units: string;
    value: number;
    display: string;
    defaultValue: number;
    stepCount: number;
    canAutomate: boolean;
    isBypass: boolean;
    isList: boolean;
    choices?: string[];
  }[];
  next: string | null;
};

export type SetPluginParameterInput = { parameter: number | string; value: number | { text: string } };

export type SetPluginParameterAnswer = { id: number; value: number; display: string };

export type ReadPluginStateAnswer = { state: string };

export type WritePluginStateAnswer = {
  id: number;
  index: number;
  name: string;
  shortName: string;
  units: string;
  value: number;
  display: string;
  defaultValue: number;
  stepCount: number;
  canAutomate: boolean;
  isBypass: boolean;
  isList: boolean;
  choices?: string[];
}[];

export type ListPluginPresetsAnswer = { items: { name: string; isOwn: boolean }[]; next: string | null };

export type DescribeAnswer = {
  product: string;
  version: string;
  runtime: 'electron' | 'node' | 'browser';
  operatingSystem: string;
  mode: 'professional' | 'basic';
  channelCaps: { audio: number; video: number; screen: number };
  capabilities: {
    liveCleaning: { supported: true } | { supported: false; reason: string };
    echoCancellation: { supported: true } | { supported: false; reason: string };
    deviceSelection: { supported: true } | { supported: false; reason: string };
    fileCleaning:
      | { supported: true; reads: string; writes: ('wav' | 'flac' | 'mp3' | 'ogg' | 'opus' | 'video')[] }
      | { supported: false; reason: string };
    capture:
      | {
          supported: true;
          hasMix: boolean;
          hasFaders: boolean;
          options: ('format' | 'sync' | 'sampleRate' | 'preRoll' | 'bothTaps')[];
          engines: ('off' | 'auto' | 'rnnoise' | 'strong' | 'studio')[];
          hasDefaultSource: boolean;
          soundBitsPerSecond: number | null;
        }
      | { supported: false; reason: string };
    templates: { supported: true } | { supported: false; reason: string };
    video:
      | {
          supported: true;
          heardBy: 'host' | 'page';
          cleansVoice: boolean;
          hasCameraBubble: boolean;
          codecs: ('avc1' | 'vp9' | 'vp8')[];
        }
      | { supported: false; reason: string };
    takes:
      | {
          supported: true;
          exports: ('sound' | 'video' | 'files')[];
          extracts: ('sound' | 'video')[];
          hasFolders: boolean;
        }
      | { supported: false; reason: string };
    voiceCleaning:
      | { supported: true; engines: ('auto' | 'rnnoise' | 'strong' | 'studio')[] }
      | { supported: false; reason: string };
    broadcast: { supported: true } | { supported: false; reason: string };
    transcripts: { supported: true } | { supported: false; reason: string };
    captions: { supported: true } | { supported: false; reason: string };
    plugins: { supported: true } | { supported: false; reason: string };
    editor:
      | {
          supported: true;
          hasFolders: boolean;
          hasSmartCut: boolean;
          chapterFormats: (
            | 'mp4'
            | 'mov'
            | 'webm'
            | 'prores'
            | 'gif'
            | 'png'
            | 'm4a'
            | 'mp3'
            | 'opus'
            | 'wav'
          )[];
          outlivesPage: boolean;
        }
      | { supported: false; reason: string };
    autoStart: { supported: true } | { supported: false; reason: string };
    tray: { supported: true } | { supported: false; reason: string };
    pluginWindows: { supported: true } | { supported: false; reason: string };
    globalShortcuts: { supported: true } | { supported: false; reason: string };
    captureControl: { supported: true } | { supported: false; reason: string };
    pairedBrowsers: { supported: true } | { supported: false; reason: string };
    api: { supported: true } | { supported: false; reason: string };
    showInFolder: { supported: true } | { supported: false; reason: string };
  };
};

export type ReadHealthAnswer = {
  items: {
    code: 'DISK_FULL' | 'FILE_UNWRITABLE' | 'DATABASE_DAMAGED';
    folder: string;
    freeBytes: number | null;
    message: string;
  }[];
  next: string | null;
};

export type ReadTodayAnswer = { sessions: number; cleanedSec: number; cleanedSecByHour: number[] };

export type ReadPeriodAnswer = {
  buckets: {
    sessions: number;
    cleanedSec: number;
    meanReductionDb: number | null;
    recordings: number;
    recordedSec: number;
    startMs: number;
  }[];
  devices: {
    sessions: number;
    cleanedSec: number;
    latencyP50Ms: number | null;
    latencyP99Ms: number | null;
    framesMissed: number;
    framesProcessed: number;
    inputName: string;
    outputName: string;
  }[];
  totals: {
    sessions: number;
    cleanedSec: number;
    meanReductionDb: number | null;
    recordings: number;
    recordedSec: number;
    latencyP50Ms: number | null;
    latencyP99Ms: number | null;
    framesMissed: number;
    framesProcessed: number;
  };
};

export type ReadKeyAnswer = {
  name: string;
  scopes: (
    | 'noise-cancellation:start'
    | 'recording:create'
    | 'broadcast:start'
    | 'voice:transcribe'
    | 'read'
    | 'control'
    | 'files'
  )[];
  expiresAtMs: number | null;
  calls: { month: string; used: number; limit: number | null };
};

export type ListJobsAnswer = {
  items: {
    id: string;
    operation: string;
    state: 'running' | 'done' | 'failed' | 'cancelled';
    done: number | null;
    startedAtMs: number;
    endedAtMs: number | null;
    result: unknown;
    problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      code:
        | 'BAD_INPUT'
        | 'BAD_FRAME'
        | 'UNKNOWN_NAME'
        | 'UNAUTHENTICATED'
        | 'HOST_UNVERIFIED'
        | 'VERSION_MISMATCH'
        | 'TOO_MANY_REQUESTS'
        | 'CANCELLED'
        | 'CONNECTION_LOST'
        | 'UNSUPPORTED'
        | 'INTERNAL'
        | 'ENGINE_UNAVAILABLE'
        | 'ENGINE_STOPPED'
        | 'LIVE_ALREADY_RUNNING'
        | 'LIVE_NOT_RUNNING'
        | 'CAPTURE_ALREADY_RUNNING'
        | 'CAPTURE_NOT_RUNNING'
        | 'CHANNEL_NOT_FOUND'
        | 'NO_ENABLED_CHANNEL'
        | 'TAKE_ALREADY_RUNNING'
        | 'TAKE_NOT_RUNNING'
        | 'DEVICE_NOT_FOUND'
        | 'DEVICE_UNAVAILABLE'
        | 'DEVICE_LOST'
        | 'BAD_OPTION'
        | 'FILE_NOT_FOUND'
        | 'FILE_EMPTY'
        | 'FILE_UNREADABLE'
        | 'FILE_UNWRITABLE'
        | 'FILE_BEYOND_LIMITS'
        | 'FORMAT_UNSUPPORTED'
        | 'DISK_FULL'
        | 'SETTINGS_UNWRITABLE'
        | 'CONFIRMATION_NEEDED'
        | 'KEYS_UNWRITABLE'
        | 'BROWSERS_UNWRITABLE'
        | 'PRESET_NOT_FOUND'
        | 'PRESET_DEFAULT'
        | 'PRESETS_UNWRITABLE'
        | 'TEMPLATE_NOT_FOUND'
        | 'TEMPLATE_EXISTS'
        | 'TEMPLATE_UNWRITABLE'
        | 'PLUGIN_HOST_UNAVAILABLE'
        | 'PLUGIN_NOT_FOUND'
        | 'PLUGIN_NOT_A_MODULE'
        | 'PLUGIN_NO_FACTORY'
        | 'PLUGIN_NO_AUDIO_CLASS'
        | 'PLUGIN_CLASS_NOT_FOUND'
        | 'PLUGIN_REFUSED'
        | 'PLUGIN_LOAD_FAILED'
        | 'PLUGIN_BUSES_UNSUPPORTED'
        | 'PLUGIN_CRASHED'
        | 'PLUGIN_TIMED_OUT'
        | 'PLUGIN_BAD_ANSWER'
        | 'PLUGIN_BAD_SAMPLES'
        | 'PLUGIN_FAILED'
        | 'PLUGIN_NOT_LOADED'
        | 'PLUGIN_CHAIN_FULL'
        | 'PLUGIN_PRESET_INVALID'
        | 'PLUGIN_EDITOR_UNAVAILABLE'
        | 'PARAMETER_NOT_FOUND'
        | 'SERVER_UNREACHABLE'
        | 'LICENCE_REFUSED'
        | 'LICENCE_UNWRITABLE'
        | 'FREE_TIER_USED_UP'
        | 'PLAN_LIMIT'
        | 'DESTINATION_NOT_FOUND'
        | 'BROADCAST_ALREADY_RUNNING'
        | 'BROADCAST_NOT_RUNNING'
        | 'KEY_MISSING'
        | 'KEY_REFUSED'
        | 'PROVIDER_REFUSED'
        | 'PROVIDER_UNREACHABLE'
        | 'QUOTA_USED_UP'
        | 'SPENDING_CAP'
        | 'ACCOUNT_NOT_CONNECTED'
        | 'ACCOUNT_REFUSED'
        | 'PROJECT_IN_USE'
        | 'SCOPE_MISSING'
        | 'NOT_FOUND'
        | 'METHOD_NOT_ALLOWED'
        | 'MISDIRECTED'
        | 'ORIGIN_REFUSED'
        | 'TOO_SLOW'
        | 'HEADERS_TOO_LARGE'
        | 'CHANGED_MEANWHILE'
        | 'TOO_LARGE'
        | 'LENGTH_MISSING'
        | 'TYPE_UNSUPPORTED'
        | 'RANGE_UNSATISFIABLE'
        | 'KEY_REUSED';
      retryable: boolean;
    } | null;
  }[];
  next: string | null;
};

export interface SoundDeskOptions {
  /** A key from Settings, under API Keys. */
  key: string;
  /** Where the API is served; without it, the usual address. */
  url?: string;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The same key with the same input is done once. */
  idempotencyKey?: string;
  /** Changes nothing where the document has another ETag. */
  ifMatch?: string;
  /** Of a file: the bytes that are wanted, such as "bytes=0-99". */
  range?: string;
}

/** What the API refused, and why. */
export class SoundDeskError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'SoundDeskError';
    this.problem = problem;
  }
}

const USUAL_URL = 'http://127.0.0.1:47810';

function createCall({ key, url = USUAL_URL, fetch: send = fetch }: SoundDeskOptions) {
  return async <T>(
    method: string,
    path: string,
    names: { path: string[]; query: string[] },
    input: object,
    more: CallOptions = {},
  ): Promise<T> => {
    const fields = input as Record<string, unknown>;
    const search = new URLSearchParams();
    for (const name of names.query) if (fields[name] !== undefined) search.set(name, String(fields[name]));
    const address = names.path.reduce(
      (whole, name) => whole.replace(`{${name}}`, encodeURIComponent(String(fields[name]))),
      url + path,
    );
    const { body } = fields;
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
    const response = await send(search.size > 0 ? `${address}?${search}` : address, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(more.idempotencyKey ? { 'idempotency-key': more.idempotencyKey } : {}),
        ...(more.ifMatch ? { 'if-match': more.ifMatch } : {}),
        ...(more.range ? { range: more.range } : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
      ...(more.signal ? { signal: more.signal } : {}),
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) throw new SoundDeskError((await response.json()) as Problem);
    if (response.status === 204) return undefined as T;
    return (type.includes('json') ? await response.json() : await response.blob()) as T;
  };
}

export interface SoundDeskEvent {
  id: string;
  name: string;
  data: unknown;
}

async function* followEvents(
  { key, url = USUAL_URL, fetch: send = fetch }: SoundDeskOptions,
  input: { names?: string; after?: string },
): AsyncGenerator<SoundDeskEvent> {
  const search = new URLSearchParams(Object.entries(input).filter(([, value]) => value !== undefined));
  const response = await send(`${url}/api/v1/events?${search}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok || !response.body) throw new SoundDeskError((await response.json()) as Problem);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (waiting + read.value).split('\n\n');
      waiting = parts.pop() ?? '';
      for (const part of parts) {
        const [, id] = /^id: (.*)$/m.exec(part) ?? [];
        const [, name] = /^event: (.*)$/m.exec(part) ?? [];
        const [, data] = /^data: (.*)$/m.exec(part) ?? [];
        if (id && name && data) yield { id, name, data: JSON.parse(data) as unknown };
      }
    }
  } finally {
    await reader.cancel();
  }
}

export function createSoundDesk(options: SoundDeskOptions) {
  const call = createCall(options);
  return {
    /** Start noise cancellation. */
    startNoiseCancellation: (input: { body: StartNoiseCancellationInput }, more?: CallOptions) =>
      call<StartNoiseCancellationAnswer>(
        'POST',
        '/api/v1/audio/noise-cancellation/start',
        { path: [], query: [] },
        input,
        more,
      ),
    /** Create a recording. */
    createRecording: (input: { body: CreateRecordingInput }, more?: CallOptions) =>
      call<CreateRecordingAnswer>('POST', '/api/v1/recording/create', { path: [], query: [] }, input, more),
    /** Start a broadcast. */
    startBroadcast: (input: { body: StartBroadcastInput }, more?: CallOptions) =>
      call<StartBroadcastAnswer>('POST', '/api/v1/broadcast/start', { path: [], query: [] }, input, more),
    /** Transcribe speech. */
    transcribeVoice: (input: { body: FormData }, more?: CallOptions) =>
      call<TranscribeVoiceAnswer>('POST', '/api/v1/voice/transcribe', { path: [], query: [] }, input, more),
    /** Read the noise cancellation session. */
    readNoiseCancellation: (more?: CallOptions) =>
      call<ReadNoiseCancellationAnswer>(
        'GET',
        '/api/v1/audio/noise-cancellation',
        { path: [], query: [] },
        {},
        more,
      ),
    /** Change the running chain. */
    changeNoiseCancellation: (input: { body: ChangeNoiseCancellationInput }, more?: CallOptions) =>
      call<ReadNoiseCancellationAnswer>(
        'PUT',
        '/api/v1/audio/noise-cancellation',
        { path: [], query: [] },
        input,
        more,
      ),
    /** Choose what the output gets: the clean sound, the raw one or nothing. */
    setListening: (input: { body: { listening: 'clean' | 'raw' | 'off' | 'removed' } }, more?: CallOptions) =>
      call<ReadNoiseCancellationAnswer>(
        'PUT',
        '/api/v1/audio/noise-cancellation/listening',
        { path: [], query: [] },
        input,
        more,
      ),
    /** Stop noise cancellation. */
    stopNoiseCancellation: (more?: CallOptions) =>
      call<ReadNoiseCancellationAnswer>(
        'POST',
        '/api/v1/audio/noise-cancellation/stop',
        { path: [], query: [] },
        {},
        more,
      ),
    /** Read the running recording. */
    readRecording: (more?: CallOptions) =>
      call<ReadRecordingAnswer>('GET', '/api/v1/recording', { path: [], query: [] }, {}, more),
    /** Record the studio as it is set up. */
    startRecording: (input: { body?: StartRecordingInput } = {}, more?: CallOptions) =>
      call<ReadRecordingAnswer>('POST', '/api/v1/recording/start', { path: [], query: [] }, input, more),
    /** Pause the recording. */
    pauseRecording: (more?: CallOptions) =>
      call<ReadRecordingAnswer>('POST', '/api/v1/recording/pause', { path: [], query: [] }, {}, more),
    /** Resume the recording. */
    resumeRecording: (more?: CallOptions) =>
      call<ReadRecordingAnswer>('POST', '/api/v1/recording/resume', { path: [], query: [] }, {}, more),
    /** Stop the recording. */
    stopRecording: (more?: CallOptions) =>
      call<ReadRecordingAnswer>('POST', '/api/v1/recording/stop', { path: [], query: [] }, {}, more),
    /** Mute the microphone beside a recorded screen, or record it again. */
    muteRecording: (input: { body: { isMuted: boolean } }, more?: CallOptions) =>
      call<ReadRecordingAnswer>('PUT', '/api/v1/recording/muted', { path: [], query: [] }, input, more),
    /** Add a marker to the recording. */
    markRecording: (input: { body: { label: string } }, more?: CallOptions) =>
      call<{ label: string; atSec: number }>(
        'POST',
        '/api/v1/recording/markers',
        { path: [], query: [] },
        input,
        more,
      ),
    /** Read the broadcast and its destinations. */
    readBroadcast: (more?: CallOptions) =>
      call<ReadBroadcastAnswer>('GET', '/api/v1/broadcast', { path: [], query: [] }, {}, more),
    /** Go live at chosen destinations, with a scene. */
    goLive: (input: { body: GoLiveInput }, more?: CallOptions) =>
      call<StartBroadcastAnswer>('POST', '/api/v1/broadcast/live', { path: [], query: [] }, input, more),
    /** List the saved scenes. */
    listScenes: (more?: CallOptions) =>
      call<ListScenesAnswer>('GET', '/api/v1/broadcast/scenes', { path: [], query: [] }, {}, more),
    /** Create a scene: an empty one, or a copy. */
    createScene: (input: { body: CreateSceneInput }, more?: CallOptions) =>
      call<ListScenesAnswer>('POST', '/api/v1/broadcast/scenes', { path: [], query: [] }, input, more),
    /** Show viewers another scene. */
    showScene: (input: { body: ShowSceneInput }, more?: CallOptions) =>
      call<{ sceneId: string }>('PUT', '/api/v1/broadcast/scene', { path: [], query: [] }, input, more),
    /** End the broadcast. */
    stopBroadcast: (more?: CallOptions) =>
      call<StopBroadcastAnswer>('POST', '/api/v1/broadcast/stop', { path: [], query: [] }, {}, more),
    /** Add a marker to the broadcast. */
    markBroadcast: (input: { body: { label: string } }, more?: CallOptions) =>
      call<{ label: string; atSec: number }>(
        'POST',
        '/api/v1/broadcast/markers',
        { path: [], query: [] },
        input,
        more,
      ),
    /** Mute the broadcast, or send its sound again. */
    muteBroadcast: (input: { body: { isMuted: boolean } }, more?: CallOptions) =>
      call<ReadBroadcastAnswer>('PUT', '/api/v1/broadcast/muted', { path: [], query: [] }, input, more),
    /** Read the chat of the platforms. */
    readChat: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ReadChatAnswer>(
        'GET',
        '/api/v1/broadcast/chat',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Rename a scene. */
    renameScene: (input: { sceneId: string; body: { name: string } }, more?: CallOptions) =>
      call<ListScenesAnswer>(
        'PUT',
        '/api/v1/broadcast/scenes/{sceneId}/name',
        { path: ['sceneId'], query: [] },
        input,
        more,
      ),
    /** Move a scene within the list. */
    moveScene: (input: { sceneId: string; body: { toIndex: number } }, more?: CallOptions) =>
      call<ListScenesAnswer>(
        'PUT',
        '/api/v1/broadcast/scenes/{sceneId}/position',
        { path: ['sceneId'], query: [] },
        input,
        more,
      ),
    /** Delete a scene. */
    deleteScene: (input: { sceneId: string }, more?: CallOptions) =>
      call<ListScenesAnswer>(
        'DELETE',
        '/api/v1/broadcast/scenes/{sceneId}',
        { path: ['sceneId'], query: [] },
        input,
        more,
      ),
    /** List the sound files of the broadcast. */
    listBroadcastSounds: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListBroadcastSoundsAnswer>(
        'GET',
        '/api/v1/broadcast/sounds',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Upload a sound file for the broadcast. */
    addBroadcastSound: (input: { name: string; body: Blob }, more?: CallOptions) =>
      call<AddBroadcastSoundAnswer>(
        'POST',
        '/api/v1/broadcast/sounds',
        { path: [], query: ['name'] },
        input,
        more,
      ),
    /** Play or pause a sound file, loop it, or set its level. */
    changeBroadcastSound: (input: { id: string; body: ChangeBroadcastSoundInput }, more?: CallOptions) =>
      call<AddBroadcastSoundAnswer>(
        'PUT',
        '/api/v1/broadcast/sounds/{id}',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Remove a sound file from the broadcast. */
    removeBroadcastSound: (input: { id: string }, more?: CallOptions) =>
      call<AddBroadcastSoundAnswer>(
        'DELETE',
        '/api/v1/broadcast/sounds/{id}',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Play a sound file from its beginning. */
    restartBroadcastSound: (input: { id: string }, more?: CallOptions) =>
      call<AddBroadcastSoundAnswer>(
        'POST',
        '/api/v1/broadcast/sounds/{id}/restart',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Connect to a destination now. */
    retryDestination: (input: { id: string }, more?: CallOptions) =>
      call<void>(
        'POST',
        '/api/v1/broadcast/destinations/{id}/retry',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Move the sound of the broadcast against its video. */
    setSoundDelay: (input: { body: { delayMs: number } }, more?: CallOptions) =>
      call<void>('PUT', '/api/v1/broadcast/sound-delay', { path: [], query: [] }, input, more),
    /** List takes, the newest first. */
    listTakes: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListTakesAnswer>('GET', '/api/v1/takes', { path: [], query: ['limit', 'after'] }, input, more),
    /** Change the folder and tags of several takes. */
    labelTakes: (input: { body: LabelTakesInput }, more?: CallOptions) =>
      call<LabelTakesAnswer>('PATCH', '/api/v1/takes', { path: [], query: [] }, input, more),
    /** Read a take with its tracks and certificate. */
    readTake: (input: { id: string }, more?: CallOptions) =>
      call<ReadTakeAnswer>('GET', '/api/v1/takes/{id}', { path: ['id'], query: [] }, input, more),
    /** Move a take to the bin. */
    deleteTake: (input: { id: string }, more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/takes/{id}', { path: ['id'], query: [] }, input, more),
    /** Rename a take. */
    renameTake: (input: { id: string; body: { name: string } }, more?: CallOptions) =>
      call<RenameTakeAnswer>('PUT', '/api/v1/takes/{id}/name', { path: ['id'], query: [] }, input, more),
    /** Take a take out of the bin. */
    restoreTake: (input: { id: string; body?: { key?: string } }, more?: CallOptions) =>
      call<RenameTakeAnswer>('POST', '/api/v1/takes/{id}/restore', { path: ['id'], query: [] }, input, more),
    /** List deleted takes. */
    listBin: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListBinAnswer>('GET', '/api/v1/bin', { path: [], query: ['limit', 'after'] }, input, more),
    /** Move several takes to the bin. */
    deleteTakes: (input: { body: DeleteTakesInput }, more?: CallOptions) =>
      call<LabelTakesAnswer>('POST', '/api/v1/bin', { path: [], query: [] }, input, more),
    /** Replace the markers of a take. */
    writeTakeMarkers: (input: { id: string; body: WriteTakeMarkersInput }, more?: CallOptions) =>
      call<void>('PUT', '/api/v1/takes/{id}/markers', { path: ['id'], query: [] }, input, more),
    /** Replace the folder and tags of a take. */
    writeTakeLabels: (input: { id: string; body: WriteTakeLabelsInput }, more?: CallOptions) =>
      call<void>('PUT', '/api/v1/takes/{id}/labels', { path: ['id'], query: [] }, input, more),
    /** Check every frame of a take. */
    verifyTake: (input: { id: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/takes/{id}/verify', { path: ['id'], query: [] }, input, more),
    /** Repair a take that was cut off. */
    repairTake: (input: { id: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/takes/{id}/repair', { path: ['id'], query: [] }, input, more),
    /** Remove noise from the voices of a take. */
    cleanVoices: (input: { id: string; body: CleanVoicesInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/takes/{id}/clean', { path: ['id'], query: [] }, input, more),
    /** Remove the clean voices of a take. */
    forgetCleanVoices: (input: { id: string }, more?: CallOptions) =>
      call<ReadTakeAnswer>('DELETE', '/api/v1/takes/{id}/clean', { path: ['id'], query: [] }, input, more),
    /** Align the tracks of a take by timecode, by sound or by hand. */
    syncTake: (input: { id: string; body: SyncTakeInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/takes/{id}/sync', { path: ['id'], query: [] }, input, more),
    /** Export tracks or the mix of a take. */
    exportSound: (input: { id: string; body: ExportSoundInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/takes/{id}/exports/sound',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Export a camera or screen of a take. */
    exportVideo: (input: { id: string; body: ExportVideoInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/takes/{id}/exports/video',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Make a new take from a part of one. */
    extractTake: (input: { id: string; body: ExtractTakeInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/takes/{id}/extract', { path: ['id'], query: [] }, input, more),
    /** Download the file of a track. */
    downloadTakeFile: (input: { id: string; trackId: string }, more?: CallOptions) =>
      call<Blob>(
        'GET',
        '/api/v1/takes/{id}/tracks/{trackId}/file',
        { path: ['id', 'trackId'], query: [] },
        input,
        more,
      ),
    /** Download an exported file. */
    downloadExport: (input: { id: string; name: string }, more?: CallOptions) =>
      call<Blob>(
        'GET',
        '/api/v1/takes/{id}/exports/{name}',
        { path: ['id', 'name'], query: [] },
        input,
        more,
      ),
    /** Read what takes use of the disk. */
    readStorage: (more?: CallOptions) =>
      call<ReadStorageAnswer>('GET', '/api/v1/storage', { path: [], query: [] }, {}, more),
    /** Upload the cover of your podcast. */
    writeCover: (input: { body: Blob }, more?: CallOptions) =>
      call<void>('PUT', '/api/v1/cover', { path: [], query: [] }, input, more),
    /** Remove the cover. */
    removeCover: (more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/cover', { path: [], query: [] }, {}, more),
    /** Upload a recording to be cleaned. */
    uploadFile: (input: { name: string; body: Blob }, more?: CallOptions) =>
      call<UploadFileAnswer>('POST', '/api/v1/files', { path: [], query: ['name'] }, input, more),
    /** List uploaded recordings, the newest first. */
    listFiles: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListFilesAnswer>('GET', '/api/v1/files', { path: [], query: ['limit', 'after'] }, input, more),
    /** Remove noise from an uploaded recording. */
    cleanFile: (input: { id: string; body?: CleanFileInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('POST', '/api/v1/files/{id}/clean', { path: ['id'], query: [] }, input, more),
    /** Download a cleaned recording. */
    downloadCleanedFile: (input: { id: string }, more?: CallOptions) =>
      call<Blob>('GET', '/api/v1/files/{id}/cleaned', { path: ['id'], query: [] }, input, more),
    /** Delete an uploaded recording and its result. */
    deleteFile: (input: { id: string }, more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/files/{id}', { path: ['id'], query: [] }, input, more),
    /** List folders that are open to programs. */
    listFolders: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListFoldersAnswer>('GET', '/api/v1/folders', { path: [], query: ['limit', 'after'] }, input, more),
    /** List files and folders in an open folder, by name. */
    listFolderFiles: (
      input: { folderId: string; path?: string; after?: string; limit?: number },
      more?: CallOptions,
    ) =>
      call<ListFolderFilesAnswer>(
        'GET',
        '/api/v1/folders/{folderId}/files',
        { path: ['folderId'], query: ['path', 'after', 'limit'] },
        input,
        more,
      ),
    /** Download a file of an open folder. */
    downloadFolderFile: (input: { folderId: string; path: string }, more?: CallOptions) =>
      call<Blob>(
        'GET',
        '/api/v1/folders/{folderId}/files/{path}',
        { path: ['folderId', 'path'], query: [] },
        input,
        more,
      ),
    /** Remove noise from a file of an open folder, into the exports. */
    cleanFolderFile: (input: { folderId: string; body: CleanFolderFileInput }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/folders/{folderId}/clean',
        { path: ['folderId'], query: [] },
        input,
        more,
      ),
    /** List what was cleaned into the exports. */
    listCleanedExports: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListCleanedExportsAnswer>(
        'GET',
        '/api/v1/exports/cleaned',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Download what was cleaned into the exports. */
    downloadCleanedExport: (input: { name: string }, more?: CallOptions) =>
      call<Blob>('GET', '/api/v1/exports/cleaned/{name}', { path: ['name'], query: [] }, input, more),
    /** Read the transcript of a take, and how far it is. */
    readTranscript: (input: { takeId: string }, more?: CallOptions) =>
      call<ReadTranscriptAnswer>(
        'GET',
        '/api/v1/takes/{takeId}/transcript',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Begin or continue the transcript of a take. */
    startTranscript: (input: { takeId: string }, more?: CallOptions) =>
      call<StartTranscriptAnswer>(
        'POST',
        '/api/v1/takes/{takeId}/transcript',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Delete the transcript of a take. */
    deleteTranscript: (input: { takeId: string }, more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/takes/{takeId}/transcript', { path: ['takeId'], query: [] }, input, more),
    /** Correct a transcript. */
    editTranscript: (input: { takeId: string; body: EditTranscriptInput }, more?: CallOptions) =>
      call<{ revision: number }>(
        'PATCH',
        '/api/v1/takes/{takeId}/transcript',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Stop making a transcript. */
    cancelTranscript: (input: { takeId: string }, more?: CallOptions) =>
      call<void>(
        'POST',
        '/api/v1/takes/{takeId}/transcript/cancel',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Read a transcript as text or subtitles. */
    formatTranscript: (
      input: { takeId: string; format: 'srt' | 'vtt' | 'txt' | 'md' | 'json' },
      more?: CallOptions,
    ) =>
      call<{ text: string; fileName: string }>(
        'GET',
        '/api/v1/takes/{takeId}/transcript/text',
        { path: ['takeId'], query: ['format'] },
        input,
        more,
      ),
    /** Find what was said in all takes. */
    searchTranscripts: (input: { query: string; most?: number }, more?: CallOptions) =>
      call<SearchTranscriptsAnswer>(
        'GET',
        '/api/v1/transcripts/search',
        { path: [], query: ['query', 'most'] },
        input,
        more,
      ),
    /** Read the summary, chapters and notes of a take. */
    readTranscriptNotes: (input: { takeId: string }, more?: CallOptions) =>
      call<ReadTranscriptNotesAnswer>(
        'GET',
        '/api/v1/takes/{takeId}/transcript/notes',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Write summary, chapters and notes, with the user’s own key. */
    makeTranscriptNotes: (input: { takeId: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/takes/{takeId}/transcript/notes',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** Work out what a transcript would cost; nothing is sent. */
    estimateTranscript: (input: { takeId: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/takes/{takeId}/transcript/estimate',
        { path: ['takeId'], query: [] },
        input,
        more,
      ),
    /** List the models for speech, and which are installed. */
    listModels: (more?: CallOptions) =>
      call<ListModelsAnswer>('GET', '/api/v1/models', { path: [], query: [] }, {}, more),
    /** Download a model, or continue where it stopped. */
    downloadModel: (input: { id: string }, more?: CallOptions) =>
      call<ListModelsAnswer>(
        'POST',
        '/api/v1/models/{id}/download',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Stop a download; what is here stays for the next time. */
    cancelModelDownload: (input: { id: string }, more?: CallOptions) =>
      call<ListModelsAnswer>('POST', '/api/v1/models/{id}/cancel', { path: ['id'], query: [] }, input, more),
    /** Upload the file of a model that you have. */
    importModel: (input: { id: string; body: Blob }, more?: CallOptions) =>
      call<ListModelsAnswer>('PUT', '/api/v1/models/{id}/file', { path: ['id'], query: [] }, input, more),
    /** Delete a model from this computer. */
    deleteModel: (input: { id: string }, more?: CallOptions) =>
      call<ListModelsAnswer>('DELETE', '/api/v1/models/{id}', { path: ['id'], query: [] }, input, more),
    /** List projects, the last changed first. */
    listProjects: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListProjectsAnswer>(
        'GET',
        '/api/v1/projects',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Copy a project. */
    duplicateProject: (input: { id: string; body: { name: string } }, more?: CallOptions) =>
      call<DuplicateProjectAnswer>(
        'POST',
        '/api/v1/projects/{id}/duplicate',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Delete a project. */
    deleteProject: (input: { id: string }, more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/projects/{id}', { path: ['id'], query: [] }, input, more),
    /** Upload a file into a project. */
    uploadMedia: (input: { id: string; name: string; body: Blob }, more?: CallOptions) =>
      call<UploadMediaAnswer>(
        'POST',
        '/api/v1/projects/{id}/media',
        { path: ['id'], query: ['name'] },
        input,
        more,
      ),
    /** Export a project. */
    startRender: (input: { projectId: string; body: StartRenderInput }, more?: CallOptions) =>
      call<StartRenderAnswer>(
        'POST',
        '/api/v1/projects/{projectId}/renders',
        { path: ['projectId'], query: [] },
        input,
        more,
      ),
    /** List formats that projects can be exported in. */
    listRenderFormats: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListRenderFormatsAnswer>(
        'GET',
        '/api/v1/renders/formats',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Measure how loud a project would be exported. */
    measureProjectSound: (input: { projectId: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>(
        'POST',
        '/api/v1/projects/{projectId}/loudness',
        { path: ['projectId'], query: [] },
        input,
        more,
      ),
    /** List kept versions of a project, the newest first. */
    listProjectVersions: (input: { id: string; limit?: number; after?: string }, more?: CallOptions) =>
      call<ListProjectVersionsAnswer>(
        'GET',
        '/api/v1/projects/{id}/versions',
        { path: ['id'], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Keep a version of a project. */
    keepProjectVersion: (input: { id: string; body: { name: string } }, more?: CallOptions) =>
      call<KeepProjectVersionAnswer>(
        'POST',
        '/api/v1/projects/{id}/versions',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** List exports of projects, the newest first. */
    listRenders: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListRendersAnswer>('GET', '/api/v1/renders', { path: [], query: ['limit', 'after'] }, input, more),
    /** Stop an export. */
    cancelRender: (input: { id: string }, more?: CallOptions) =>
      call<void>('POST', '/api/v1/renders/{id}/cancel', { path: ['id'], query: [] }, input, more),
    /** Take an export off the list; its file stays. */
    forgetRender: (input: { id: string }, more?: CallOptions) =>
      call<void>('DELETE', '/api/v1/renders/{id}', { path: ['id'], query: [] }, input, more),
    /** Download an exported project. */
    downloadRender: (input: { id: string }, more?: CallOptions) =>
      call<Blob>('GET', '/api/v1/renders/{id}/file', { path: ['id'], query: [] }, input, more),
    /** List microphones and speakers. */
    listDevices: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListDevicesAnswer>('GET', '/api/v1/devices', { path: [], query: ['limit', 'after'] }, input, more),
    /** List what the computer plays, as devices to record from. */
    listSystemAudio: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListDevicesAnswer>(
        'GET',
        '/api/v1/devices/system',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Read the virtual microphone. */
    readVirtualMicrophone: (more?: CallOptions) =>
      call<ReadVirtualMicrophoneAnswer>(
        'GET',
        '/api/v1/devices/virtual-microphone',
        { path: [], query: [] },
        {},
        more,
      ),
    /** Turn the virtual microphone on. */
    startVirtualMicrophone: (more?: CallOptions) =>
      call<ReadVirtualMicrophoneAnswer>(
        'POST',
        '/api/v1/devices/virtual-microphone/start',
        { path: [], query: [] },
        {},
        more,
      ),
    /** Turn the virtual microphone off. */
    stopVirtualMicrophone: (more?: CallOptions) =>
      call<ReadVirtualMicrophoneAnswer>(
        'POST',
        '/api/v1/devices/virtual-microphone/stop',
        { path: [], query: [] },
        {},
        more,
      ),
    /** Read the set-up of the studio. */
    readStudio: (more?: CallOptions) =>
      call<ReadStudioAnswer>('GET', '/api/v1/studio', { path: [], query: [] }, {}, more),
    /** Change options of the studio. */
    changeStudio: (input: { body?: ChangeStudioInput } = {}, more?: CallOptions) =>
      call<ReadStudioAnswer>('PATCH', '/api/v1/studio', { path: [], query: [] }, input, more),
    /** Open the devices of the studio. */
    startStudio: (more?: CallOptions) =>
      call<ReadStudioAnswer>('POST', '/api/v1/studio/start', { path: [], query: [] }, {}, more),
    /** Close the devices of the studio. */
    stopStudio: (more?: CallOptions) =>
      call<ReadStudioAnswer>('POST', '/api/v1/studio/stop', { path: [], query: [] }, {}, more),
    /** List the channels of the studio. */
    listChannels: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListChannelsAnswer>(
        'GET',
        '/api/v1/studio/channels',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Add a channel. */
    addChannel: (input: { body: AddChannelInput }, more?: CallOptions) =>
      call<ReadStudioAnswer>('POST', '/api/v1/studio/channels', { path: [], query: [] }, input, more),
    /** Change a channel. */
    changeChannel: (input: { channelId: string; body: ChangeChannelInput }, more?: CallOptions) =>
      call<ReadStudioAnswer>(
        'PATCH',
        '/api/v1/studio/channels/{channelId}',
        { path: ['channelId'], query: [] },
        input,
        more,
      ),
    /** Remove a channel. */
    removeChannel: (input: { channelId: string }, more?: CallOptions) =>
      call<ReadStudioAnswer>(
        'DELETE',
        '/api/v1/studio/channels/{channelId}',
        { path: ['channelId'], query: [] },
        input,
        more,
      ),
    /** Read the settings. */
    readSettings: (more?: CallOptions) =>
      call<ReadSettingsAnswer>('GET', '/api/v1/settings', { path: [], query: [] }, {}, more),
    /** Change settings. */
    changeSettings: (input: { body?: ChangeSettingsInput } = {}, more?: CallOptions) =>
      call<ReadSettingsAnswer>('PATCH', '/api/v1/settings', { path: [], query: [] }, input, more),
    /** List presets. */
    listPresets: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListPresetsAnswer>('GET', '/api/v1/presets', { path: [], query: ['limit', 'after'] }, input, more),
    /** Create a preset. */
    createPreset: (input: { body: CreatePresetInput }, more?: CallOptions) =>
      call<CreatePresetAnswer>('POST', '/api/v1/presets', { path: [], query: [] }, input, more),
    /** Change a preset. */
    changePreset: (input: { id: string; body: ChangePresetInput }, more?: CallOptions) =>
      call<CreatePresetAnswer>('PATCH', '/api/v1/presets/{id}', { path: ['id'], query: [] }, input, more),
    /** Delete a preset. */
    deletePreset: (input: { id: string }, more?: CallOptions) =>
      call<DeletePresetAnswer>('DELETE', '/api/v1/presets/{id}', { path: ['id'], query: [] }, input, more),
    /** Copy a preset. */
    duplicatePreset: (input: { id: string }, more?: CallOptions) =>
      call<CreatePresetAnswer>(
        'POST',
        '/api/v1/presets/{id}/duplicate',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Put presets in order: all ids, each once. */
    orderPresets: (input: { body: { ids: string[] } }, more?: CallOptions) =>
      call<OrderPresetsAnswer>('PUT', '/api/v1/presets/order', { path: [], query: [] }, input, more),
    /** Read your own presets as a document for another computer. */
    exportPresets: (more?: CallOptions) =>
      call<ExportPresetsAnswer>('GET', '/api/v1/presets/document', { path: [], query: [] }, {}, more),
    /** Add the presets of a document: all of it, or nothing. */
    importPresets: (input: { body: { document: unknown } }, more?: CallOptions) =>
      call<{ imported: number }>('POST', '/api/v1/presets/document', { path: [], query: [] }, input, more),
    /** List saved set-ups of the studio, by name. */
    listSetUps: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListSetUpsAnswer>(
        'GET',
        '/api/v1/studio/set-ups',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Save the set-up of the studio under a name. */
    saveSetUp: (input: { body: { name: string; isReplacing: boolean } }, more?: CallOptions) =>
      call<SaveSetUpAnswer>('POST', '/api/v1/studio/set-ups', { path: [], query: [] }, input, more),
    /** Set the studio up as it was saved. */
    applySetUp: (input: { id: string }, more?: CallOptions) =>
      call<ReadStudioAnswer>(
        'POST',
        '/api/v1/studio/set-ups/{id}/apply',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Go back to the set-up before the last one that was applied. */
    undoSetUp: (more?: CallOptions) =>
      call<ReadStudioAnswer>('POST', '/api/v1/studio/set-ups/undo', { path: [], query: [] }, {}, more),
    /** Delete a saved set-up. */
    deleteSetUp: (input: { id: string }, more?: CallOptions) =>
      call<SaveSetUpAnswer>(
        'DELETE',
        '/api/v1/studio/set-ups/{id}',
        { path: ['id'], query: [] },
        input,
        more,
      ),
    /** Read the catalogue of plug-ins. */
    readPlugins: (more?: CallOptions) =>
      call<ReadPluginsAnswer>('GET', '/api/v1/plugins', { path: [], query: [] }, {}, more),
    /** Search for plug-ins. */
    scanPlugins: (input: { body?: { isForced?: boolean } } = {}, more?: CallOptions) =>
      call<ReadPluginsAnswer>('POST', '/api/v1/plugins/scan', { path: [], query: [] }, input, more),
    /** Read the plug-ins of a channel. */
    readPluginChain: (input: { channelId: string }, more?: CallOptions) =>
      call<ReadPluginChainAnswer>(
        'GET',
        '/api/v1/studio/channels/{channelId}/plugins',
        { path: ['channelId'], query: [] },
        input,
        more,
      ),
    /** Load a plug-in into a channel. */
    loadPlugin: (input: { channelId: string; body: LoadPluginInput }, more?: CallOptions) =>
      call<LoadPluginAnswer>(
        'POST',
        '/api/v1/studio/channels/{channelId}/plugins',
        { path: ['channelId'], query: [] },
        input,
        more,
      ),
    /** Take a plug-in out of a channel. */
    unloadPlugin: (input: { channelId: string; pluginId: string }, more?: CallOptions) =>
      call<ReadPluginChainAnswer>(
        'DELETE',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Bypass a plug-in, or put it to work again. */
    bypassPlugin: (
      input: { channelId: string; pluginId: string; body: { isBypassed: boolean } },
      more?: CallOptions,
    ) =>
      call<ReadPluginChainAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/bypassed',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Read the parameters of a plug-in. */
    readPluginParameters: (
      input: { channelId: string; pluginId: string; limit?: number; after?: string },
      more?: CallOptions,
    ) =>
      call<ReadPluginParametersAnswer>(
        'GET',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/parameters',
        { path: ['channelId', 'pluginId'], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Set a parameter of a plug-in. */
    setPluginParameter: (
      input: { channelId: string; pluginId: string; body: SetPluginParameterInput },
      more?: CallOptions,
    ) =>
      call<SetPluginParameterAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/parameters',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Stop searching for plug-ins; what was found is kept. */
    cancelPluginScan: (more?: CallOptions) =>
      call<ReadPluginsAnswer>('POST', '/api/v1/plugins/scan/cancel', { path: [], query: [] }, {}, more),
    /** Move a plug-in within its channel, counted from 0. */
    movePlugin: (
      input: { channelId: string; pluginId: string; body: { position: number } },
      more?: CallOptions,
    ) =>
      call<ReadPluginChainAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/position',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Choose the channel that a side-chain hears. */
    setPluginSideChain: (
      input: { channelId: string; pluginId: string; body: { sourceId: string | null } },
      more?: CallOptions,
    ) =>
      call<ReadPluginChainAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/side-chain',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Restart the plug-ins of a channel after a crash. */
    restartPlugins: (input: { channelId: string }, more?: CallOptions) =>
      call<ReadPluginChainAnswer>(
        'POST',
        '/api/v1/studio/channels/{channelId}/plugins/restart',
        { path: ['channelId'], query: [] },
        input,
        more,
      ),
    /** Read all that a plug-in keeps of itself, in base64. */
    readPluginState: (input: { channelId: string; pluginId: string }, more?: CallOptions) =>
      call<ReadPluginStateAnswer>(
        'GET',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/state',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Write what a plug-in kept of itself. */
    writePluginState: (
      input: { channelId: string; pluginId: string; body: ReadPluginStateAnswer },
      more?: CallOptions,
    ) =>
      call<WritePluginStateAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/state',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** List the presets of a plug-in. */
    listPluginPresets: (
      input: { channelId: string; pluginId: string; limit?: number; after?: string },
      more?: CallOptions,
    ) =>
      call<ListPluginPresetsAnswer>(
        'GET',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/presets',
        { path: ['channelId', 'pluginId'], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Save a preset of a plug-in; one of the same name is replaced. */
    savePluginPreset: (
      input: { channelId: string; pluginId: string; body: { name: string } },
      more?: CallOptions,
    ) =>
      call<{ name: string; isOwn: boolean }[]>(
        'POST',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/presets',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Load a preset of a plug-in. */
    loadPluginPreset: (
      input: { channelId: string; pluginId: string; body: { name: string; isOwn: boolean } },
      more?: CallOptions,
    ) =>
      call<WritePluginStateAnswer>(
        'PUT',
        '/api/v1/studio/channels/{channelId}/plugins/{pluginId}/preset',
        { path: ['channelId', 'pluginId'], query: [] },
        input,
        more,
      ),
    /** Read what this SoundDesk can do. */
    describe: (more?: CallOptions) =>
      call<DescribeAnswer>('GET', '/api/v1/host', { path: [], query: [] }, {}, more),
    /** Read what is wrong now; an empty list means all is well. */
    readHealth: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ReadHealthAnswer>(
        'GET',
        '/api/v1/host/health',
        { path: [], query: ['limit', 'after'] },
        input,
        more,
      ),
    /** Read today’s sessions. */
    readToday: (more?: CallOptions) =>
      call<ReadTodayAnswer>('GET', '/api/v1/journal/today', { path: [], query: [] }, {}, more),
    /** Read what was done in a period. */
    readPeriod: (input: { from: string; to: string; by: 'day' | 'week' | 'month' }, more?: CallOptions) =>
      call<ReadPeriodAnswer>(
        'GET',
        '/api/v1/journal/period',
        { path: [], query: ['from', 'to', 'by'] },
        input,
        more,
      ),
    /** Read what this key may do, and the calls of this month. */
    readKey: (more?: CallOptions) =>
      call<ReadKeyAnswer>('GET', '/api/v1/key', { path: [], query: [] }, {}, more),
    /** List long work, the newest first. */
    listJobs: (input: { limit?: number; after?: string } = {}, more?: CallOptions) =>
      call<ListJobsAnswer>('GET', '/api/v1/jobs', { path: [], query: ['limit', 'after'] }, input, more),
    /** Read how far long work is, and its result. */
    readJob: (input: { jobId: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('GET', '/api/v1/jobs/{jobId}', { path: ['jobId'], query: [] }, input, more),
    /** Cancel long work. */
    cancelJob: (input: { jobId: string }, more?: CallOptions) =>
      call<VerifyTakeAnswer>('DELETE', '/api/v1/jobs/{jobId}', { path: ['jobId'], query: [] }, input, more),
    /** Events as they come, until the loop is left. */
    followEvents: (input: { names?: string; after?: string } = {}) => followEvents(options, input),
  };
}
export type SoundDesk = ReturnType<typeof createSoundDesk>;
