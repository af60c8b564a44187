{{/* An image with its digest, else its tag, else the chart's appVersion. Takes: image, version. */}}
{{- define "venue-booking.image" -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .version }}{{ end }}
{{- end }}

{{/* Common fields of every pod: account, security context, scheduling. Takes: root, component. */}}
{{- define "venue-booking.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "venue-booking.fullname" .root }}-{{ .component }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- range $name := list "runAsUser" "runAsGroup" "fsGroup" }}
  {{- with get $values $name }}
  {{ $name }}: {{ int64 . }}
  {{- end }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- range $name := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $values $name }}
{{ $name }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Common fields of every container. Takes: root, image, resources. */}}
{{- define "venue-booking.container" -}}
image: {{ .image | quote }}
imagePullPolicy: {{ .root.Values.imagePullPolicy }}
resources:
  {{- toYaml .resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  privileged: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* A container of one of our images: the widget's for the component widget, else the services'. Takes: root, component, resources. */}}
{{- define "venue-booking.ownContainer" -}}
{{- $image := ternary .root.Values.widgetImage .root.Values.image (eq .component "widget") -}}
{{- $image = include "venue-booking.image" (dict "image" $image "version" .root.Chart.AppVersion) -}}
{{ include "venue-booking.container" (dict "root" .root "image" $image "resources" .resources) }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- if include "venue-booking.extraCaCerts" . }}
  - name: ca
    mountPath: /etc/venue-booking/ca
    readOnly: true
  {{- end }}
{{- end }}

{{/* Volumes of a pod with such a container. Takes: root, component. */}}
{{- define "venue-booking.ownVolumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- if include "venue-booking.extraCaCerts" . }}
{{- with .root.Values.extraCaCerts }}
- name: ca
  {{- if .configMap }}
  configMap:
    name: {{ .configMap }}
  {{- else }}
  secret:
    secretName: {{ .secret }}
  {{- end }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end }}

{{/* Path of the additional CA certificates that Node.js trusts, or empty. Takes: root, component. */}}
{{- define "venue-booking.extraCaCerts" -}}
{{- if and (not (has .component (list "widget" "smoke-test"))) (or .root.Values.extraCaCerts.configMap .root.Values.extraCaCerts.secret) }}/etc/venue-booking/ca/ca.crt{{ end }}
{{- end }}
