{{/* The backings for trying out, with what is known of each. */}}
{{- define "venue-booking.devBackings" -}}
{{ .Files.Get "files/devBackings.yaml" }}
{{- end }}

{{/* Name and labels of an object of theirs. Takes: root, component. */}}
{{- define "venue-booking.devMetadata" -}}
{{ include "venue-booking.metadata" . }}
  venue-booking/for: trying-out
{{- end }}
