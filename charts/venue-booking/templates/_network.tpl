{{/* A peer of a network policy: the pods of a component. Takes: root, component. */}}
{{- define "venue-booking.peer" -}}
podSelector:
  matchLabels:
    {{- include "venue-booking.selector" . | nindent 4 }}
{{- end }}

{{/*
The egress rules of a pod, as a YAML list: DNS, and the given keys of networkPolicy.to. Destinations without peers are omitted, because an
empty `to` would allow everything. Takes: root, to.
*/}}
{{- define "venue-booking.egress" -}}
{{- $root := .root -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- with $policy.dnsTo -}}
- to:
    {{- toYaml . | nindent 4 }}
  ports:
    {{- range $port := $policy.dnsPorts }}
    {{- range list "UDP" "TCP" }}
    - protocol: {{ . }}
      port: {{ $port }}
    {{- end }}
    {{- end }}
{{- end }}
{{- $backings := ternary (include "venue-booking.devBackings" .root | fromYaml) dict .root.Values.devBackings.enabled }}
{{- range $key := .to }}
{{- $way := get $policy.to $key }}
{{- with get $backings $key }}
{{- $way = dict "ports" (list .port) "peers" (list (include "venue-booking.peer" (dict "root" $root "component" (printf "dev-%s" $key)) | fromYaml)) }}
{{- end }}
{{- if $way.peers }}
# {{ $key }}
- to:
    {{- toYaml $way.peers | nindent 4 }}
  ports:
    {{- range $way.ports }}
    - protocol: TCP
      port: {{ . }}
    {{- end }}
{{- end }}
{{- end }}
{{- end }}
